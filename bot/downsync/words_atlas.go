package downsync

// What is said of battlefields.
const (
	wordMapCommand = "The battlefields: all at a glance, or one of them large"
	wordMapName    = "Which one; leave out for all of them"
	wordMapRules   = "The edition whose zones and objectives are shown; default: 2023-03"
	wordOtherMaps  = "A battlefield"
	wordMaps       = "Battlefields"
	wordMap        = "**%s**. %s\n-# %s: %s. Challenge on it with `map:%s`."
	wordAtlas      = "The battlefields. Each is the same for both sides; `random` makes a new one for every match."
	wordNoMap      = "there is no battlefield %q: expected one of %s, or random"
	wordNoMapNear  = "there is no battlefield %q. Did you mean %s?"
)
