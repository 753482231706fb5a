package wire

// Control is the action of a button or select on a private console. The game's forms provide it. It is secret to its
// seat, so the bot stores it in a record beside the match and the control's custom id holds numbers only:
// kind|match|number of the ask|page.control. So a control may hold an order of any length and survives restarts.
type Control struct {
	Kind string `json:"k"`
	// Ask is the id of its question. A ControlOpen without one opens the question that the match waits for.
	Ask string `json:"a,omitempty"`
	// Draft is the order so far; for ControlSubmit, the complete order.
	Draft string `json:"d,omitempty"`
}

// Kinds of private controls.
const (
	ControlSubmit = "s" // plays the draft
	ControlDraft  = "d" // shows the console with the draft
	ControlChoose = "c" // a select: adds its values to the draft
	ControlType   = "t" // opens the form that Press makes of the draft; submitting it adds the fields to the draft
	ControlOpen   = "o" // shows the console at the question
	ControlUndo   = "u" // takes the last step back; the draft is the undoMark of when it was drawn
)
