package render

// Site is the look of a named board's ground: its tone, and landmarks that are on no other board of the game.
type Site struct {
	Tone      Tone
	Landmarks []Landmark
}
