package wire

// Message is a message in Components V2. Check checks Discord's limits (40 components, 4,000 characters of text, 10
// files).
type Message struct {
	Blocks []Block
	Files  []File
	// Mention lists the users to notify. Nobody else is notified, even if the text mentions them.
	Mention []UserID
	Call    []RoleID // the roles to notify
	Silent  bool     // no notification at all
	// More names the list into which a console's controls are folded, except the main ones; "": all stay where they are. See Folded.
	More string
}

// Block is a part of a message: Text, Picture, Attached, Rule, Row, Select, People, Pick or Box.
type Block interface{ block() }

// Text is Discord markdown.
type Text string

// Picture shows the message's File with that index. Alt describes it for people who do not see it, in 1 to 1,024
// characters. It is required.
type Picture struct {
	File int
	Alt  string
}

// Attached shows the message's File with that index as a download.
type Attached int

// Rule is a dividing line.
type Rule struct{}

// Row is 1 to 5 buttons side by side.
type Row []Button

// Box is a container with a coloured edge. It must not contain another Box.
type Box struct {
	Accent int // 0xRRGGBB
	Blocks []Block
}

func (Text) block() {}

func (Picture) block() {}

func (Attached) block() {}

func (Rule) block() {}

func (Row) block() {}

func (Select) block() {}

func (People) block() {}

func (Pick) block() {}

func (Box) block() {}

// Style is a button's colour.
type Style int

// Styles of buttons.
const (
	Primary Style = iota + 1
	Secondary
	Success
	// Danger is for a button that ends, deletes or takes back something, or reaches beyond the match, such as a
	// challenge. Discord shows it as a select, so that a single touch does not press it.
	Danger
)

// Button is a button. ID is its custom id (1 to 100 characters); Label has at most 80. On a private console, Does is
// its action, and the bot sets the ID.
type Button struct {
	ID       string
	Does     Control `json:"-"`
	Label    string
	Style    Style // zero: Secondary
	Disabled bool
	// Stays keeps the row that the button begins out of a console's list of further controls.
	Stays bool `json:"-"`
	// Leads makes it the main button of a lesson's step, whatever its style.
	Leads bool `json:"-"`
}

// Select is a menu of 1 to 25 options, of which the user chooses Min to Max. ID and Does work as in Button.
type Select struct {
	ID          string
	Does        Control `json:"-"`
	Placeholder string  // at most 150 characters
	Options     []Option
	Min, Max    int // 0, 0: exactly one
	// Leads names a console's list after this select, because a lesson's step needs it.
	Leads bool `json:"-"`
}

// People is a menu of the server's users, to choose one from.
type People struct {
	ID          string // as in Button
	Placeholder string // at most 150 characters
}

// Pick is a menu of the server's text channels, or of its roles, to choose one from or none.
type Pick struct {
	ID          string // as in Button
	Placeholder string // at most 150 characters
	Roles       bool   // of roles instead of channels
	Chosen      string // the id of the channel or role that is chosen; "": none
}

// Option is one line of a Select. Each text has at most 100 characters.
type Option struct {
	Value  string
	Label  string
	Note   string
	Chosen bool
}

// File is an attachment. Name is random if its content is private.
type File struct {
	Name string
	Data []byte
}

// Choice is one autocomplete suggestion. Name and Value have at most 100 characters.
type Choice struct {
	Name, Value string
}

// Form is a modal of 1 to 5 text fields. Title has at most 45 characters. A form that a private control opens gets that
// control's ID.
type Form struct {
	ID     string
	Title  string
	Fields []Field
}

// Field is a text field of a Form. Label has at most 45 characters.
type Field struct {
	ID, Label, Placeholder, Value string
	Min, Max                      int // length; Max 0: 4,000
	Required                      bool
}

// Discord's limits.
const (
	MostChoices   = 25   // suggestions of a slash option, options of a select of several
	MostOptions   = 100  // options of a select of one; more than MostChoices are sent as several selects
	LongestChoice = 100  // characters of either
	MostInRow     = 5    // buttons side by side
	LongestText   = 4000 // characters of a message's texts together
	MostListed    = 20   // lines of a list
)

// Limits of a page of a log.
const (
	LogLines = 15  // lines
	LogLine  = 220 // characters of a line
)
