package bot

// What is said of orders that were typed.
const (
	wordDidYouMean = "I cannot read %s. Did you mean `%s`?"
	wordYesThat    = "Yes, do that"
)
