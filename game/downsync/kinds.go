package downsync

import "downsync/game"

// The kinds of the public facts, as stored, and of the twins that only viewers are told. Public facts tell everybody
// everything; twins are never stored and tell nobody who is not handed them.

// Kind is "began".
func (Began) Kind() string { return "began" }

// Kind is "counter-checked".
func (CounterChecked) Kind() string { return "counter-checked" }

// Kind is "overwatch-taken".
func (OverwatchTaken) Kind() string { return "overwatch-taken" }

// Kind is "planned".
func (Planned) Kind() string { return "planned" }

// Kind is "start-roll".
func (StartRolled) Kind() string { return "start-roll" }

// Kind is "first".
func (FirstChosen) Kind() string { return "first" }

// Kind is "deployed".
func (Deployed) Kind() string { return "deployed" }

// Kind is "deployment-done".
func (DeploymentDone) Kind() string { return "deployment-done" }

// Kind is "round".
func (RoundBegan) Kind() string { return "round" }

// Kind is "turn".
func (TurnBegan) Kind() string { return "turn" }

// Kind is "designated".
func (Designated) Kind() string { return "designated" }

// Kind is "revealed".
func (Revealed) Kind() string { return "revealed" }

// Kind is "phase".
func (PhaseBegan) Kind() string { return "phase" }

// Kind is "refreshed".
func (Refreshed) Kind() string { return "refreshed" }

// Kind is "moved".
func (Moved) Kind() string { return "moved" }

// Kind is "move-done".
func (MoveDone) Kind() string { return "move-done" }

// Kind is "move-taken".
func (MoveTaken) Kind() string { return "move-taken" }

// Kind is "contact".
func (ContactFound) Kind() string { return "contact" }

// Kind is "window-closed".
func (WindowClosed) Kind() string { return "window-closed" }

// Kind is "engagement".
func (EngagementBegan) Kind() string { return "engagement" }

// Kind is "joined".
func (Joined) Kind() string { return "joined" }

// Kind is "declared".
func (Declared) Kind() string { return "declared" }

// Kind is "boosted".
func (Boosted) Kind() string { return "boosted" }

// Kind is "priority".
func (PriorityRolled) Kind() string { return "priority" }

// Kind is "held".
func (Held) Kind() string { return "held" }

// Kind is "called".
func (Called) Kind() string { return "called" }

// Kind is "activation".
func (ActivationBegan) Kind() string { return "activation" }

// Kind is "action".
func (ActionBegan) Kind() string { return "action" }

// Kind is "scan".
func (ScanRolled) Kind() string { return "scan" }

// Kind is "attack".
func (AttackRolled) Kind() string { return "attack" }

// Kind is "dropped".
func (Dropped) Kind() string { return "dropped" }

// Kind is "counter-paid".
func (CounterPaid) Kind() string { return "counter-paid" }

// Kind is "stopped".
func (Stopped) Kind() string { return "stopped" }

// Kind is "stunned".
func (Stunned) Kind() string { return "stunned" }

// Kind is "destroyed".
func (Destroyed) Kind() string { return "destroyed" }

// Kind is "no-effect".
func (NoEffect) Kind() string { return "no-effect" }

// Kind is "activation-end".
func (ActivationEnded) Kind() string { return "activation-end" }

// Kind is "engagement-end".
func (EngagementEnded) Kind() string { return "engagement-end" }

// Kind is "turn-end".
func (TurnEnded) Kind() string { return "turn-end" }

// Kind is "scored".
func (Scored) Kind() string { return "scored" }

// Kind is "ended".
func (Ended) Kind() string { return "ended" }

// For tells everybody.
func (f StartRolled) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f FirstChosen) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f Deployed) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f DeploymentDone) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f RoundBegan) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f TurnBegan) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f Designated) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f Revealed) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f PhaseBegan) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f Refreshed) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f Moved) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f MoveDone) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f MoveTaken) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f ContactFound) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f WindowClosed) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f EngagementBegan) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f Joined) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f Declared) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f Boosted) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f PriorityRolled) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f Held) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f Called) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f ActivationBegan) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f ActionBegan) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f ScanRolled) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f AttackRolled) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f Dropped) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f CounterPaid) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f Stopped) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f Stunned) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f Destroyed) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f NoEffect) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f ActivationEnded) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f EngagementEnded) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f TurnEnded) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f Scored) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f Ended) For(game.Viewer) game.Fact { return f }

// For tells everybody.
func (f Began) For(game.Viewer) game.Fact { return f }

// For tells nobody: it is itself what one viewer was told.
func (CounterChecked) For(game.Viewer) game.Fact { return nil }

// For tells nobody: it is itself what one viewer was told.
func (OverwatchTaken) For(game.Viewer) game.Fact { return nil }

// For tells nobody: it is itself what one viewer was told.
func (Planned) For(game.Viewer) game.Fact { return nil }

// Kind is "marked".
func (Marked) Kind() string { return "marked" }

// For tells everybody.
func (f Marked) For(game.Viewer) game.Fact { return f }

// Kind is "attack-lost".
func (AttackLost) Kind() string { return "attack-lost" }

// For tells everybody.
func (f AttackLost) For(game.Viewer) game.Fact { return f }

// Kind is "rosters".
func (RostersOpened) Kind() string { return "rosters" }

// For tells everybody.
func (f RostersOpened) For(game.Viewer) game.Fact { return f }

// Kind is "placed".
func (Placed) Kind() string { return "placed" }

// For tells everybody.
func (f Placed) For(game.Viewer) game.Fact { return f }

// Kind is "sprinted".
func (Sprinted) Kind() string { return "sprinted" }

// For tells everybody.
func (f Sprinted) For(game.Viewer) game.Fact { return f }

// Kind is "loaded".
func (Loaded) Kind() string { return "loaded" }

// For tells everybody.
func (f Loaded) For(game.Viewer) game.Fact { return f }

// Kind is "mounted".
func (Mounted) Kind() string { return "mounted" }

// For tells nobody: it is itself what one viewer was told.
func (Mounted) For(game.Viewer) game.Fact { return nil }

// Kind is "draw-offered".
func (DrawOffered) Kind() string { return "draw-offered" }

// For tells everybody.
func (f DrawOffered) For(game.Viewer) game.Fact { return f }

// Kind is "standing-ordered".
func (StandingOrdered) Kind() string { return "standing-ordered" }

// For tells nobody: it is itself what one viewer was told.
func (StandingOrdered) For(game.Viewer) game.Fact { return nil }

// Kind is "recovered".
func (Recovered) Kind() string { return "recovered" }

// For tells nobody: it is itself what one viewer was told.
func (Recovered) For(game.Viewer) game.Fact { return nil }

// Kind is "stealth".
func (StealthGained) Kind() string { return "stealth" }

// For tells everybody.
func (f StealthGained) For(game.Viewer) game.Fact { return f }

// Kind is "stealth-lost".
func (StealthLost) Kind() string { return "stealth-lost" }

// For tells everybody.
func (f StealthLost) For(game.Viewer) game.Fact { return f }
