package downsync

import "downsync/game/plane"

// Before returns the view of a match with these settings before any piece is on the table: the terrain, the zones, and the VIPs
// or Control Objectives. The error names the impossible setting.
func (c Config) Before() (View, error) {
	if err := c.CheckSettings(); err != nil {
		return View{}, err
	}
	e, err := envOf(c)
	if err != nil {
		return View{}, err
	}
	return View{env: e, Rules: editionName(c.Rules), Size: c.Size, Secrecy: c.Secrecy, Map: c.Map, MaxRounds: c.MaxRounds, Options: c.Changed(),
		Table: e.ground.Table.Max, VIPs: [2]plane.Point{e.goals[0].At, e.goals[1].At}, Phase: Deploying, CPMax: c.Capacity()}, nil
}
