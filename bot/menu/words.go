package menu

// What people read of controls that every game has.
const (
	wordTyped      = "-# Some ways to answer have no button; `/order` takes them all."
	wordWhatDo     = "What will you do?"
	wordWithout    = "As it is"
	wordBack       = "Back"
	wordLeadPress  = "👉 Press **%s**."
	wordLeadChoose = "👉 Choose **%s** from the list."
	wordLeadUnder  = "👉 Under *%s* choose **%s**."
	wordLeadAll    = "👉 Choose **%s** from the list, then close it."
)
