package arcturus

import "downsync/game/language"

// refusals lists every code of the rules' refusals, with the rule behind it.
var refusals = language.Codes{
	"no-order":  "",      // the line is no order of the language
	"not-now":   "",      // an order for another question
	"turn":      "N5.2",  // it is another seat's turn
	"afford":    "N1.3",  // not enough of something
	"taken":     "N2.4",  // there is a base already
	"holder":    "N2.3",  // the base is not of the seat that the order needs
	"fortified": "N2.3",  // it is fortified already
	"round":     "N6.1",  // too early for the card
	"die":       "S26",   // no armed Action Die
	"hand":      "S57",   // the card is not in the hand
	"type":      "N6.1",  // not a card of that type
	"zone":      "N6.1",  // the victim has no base there, or the base is elsewhere
	"place":     "N6.2",  // nobody else holds the place
	"ships":     "N7.1",  // not so many armed reinforcements
	"odds":      "N7.3",  // no face could win
	"lay":       "S69",   // no burning without another card
	"decoy":     "S12",   // the face-down card does nothing here
	"end":       "S10",   // the end of a track
	"ladder":    "N9.2",  // no rung is left
	"exchange":  "N10.1", // no such rate
	"two":       "S4",    // another number of resources
	"tile":      "N10.3", // no such tile, or not in this way
	"nothing":   "N10.3", // there is nothing to do
	"no-tech":   "S9",    // no such open card
	"no-mat":    "S44",   // the syndicate was not dealt to the seat
	"your-turn": "S30",   // the active seat never trades
	"busy":      "S56",   // something is being settled
	"phase":     "S56",   // swaps belong to Phase 1
	"passed":    "S56",   // it has passed in the last round
	"swap":      "S30",   // such a thing is not swapped
	"card":      "S56",   // the seat does not have what is asked
	"no-offer":  "S56",   // no such offer
	"trade":     "S30",   // the table plays without swaps
	"no-seat":   "",      // nobody plays there
	"busy-rule": "",      // a ruling on what is being settled
}

// refuse makes a refusal; notNow refuses an order that answers another question.
var refuse, notNow = refusals.Refuse, refusals.NotNow
