package bot

// What is said of orders that were typed.
const (
	wordDidYouMean = "I cannot read %s. Did you mean `%s`?"
	wordUnread     = "I cannot read “%s”"
	wordUnreadNow  = "I cannot read “%s”; an order begins now with: %s"
	wordUnreadThen = "I cannot read “%s”; I follow it up to “%s”, then comes: %s"
	wordYesThat    = "Yes, do that"
)
