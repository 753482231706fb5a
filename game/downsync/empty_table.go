package downsync

// Before returns the view of a match with these settings before any piece is on the table: the terrain, the zones, and the
// places where Units score. The error names the impossible setting.
func (c Config) Before() (View, error) {
	if err := c.CheckSettings(); err != nil {
		return View{}, err
	}
	e, err := envOf(c)
	if err != nil {
		return View{}, err
	}
	return View{env: e, Rules: editionName(c.Rules), Size: c.Size, Secrecy: c.Secrecy, Map: c.Map, MaxRounds: c.MaxRounds, Options: c.Changed(),
		Table: e.ground.Table.Max, VIPs: e.places(), Phase: Deploying, CPMax: c.Capacity()}, nil
}
