package render

// Site is the look of a named board's ground.
type Site struct {
	Tone      Tone
	Landmarks []Landmark // on no other board of the game
}
