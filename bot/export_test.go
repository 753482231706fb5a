package bot

// KeptPages is how many pages of controls are kept.
const KeptPages = keptPages

// Bind gives a letter's controls their ids.
var Bind = (*Bot).bind
