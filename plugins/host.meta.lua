---@meta
-- Derived from src/core/plugin/host, src/core/input and src/core/matcher. Change those, then run: npm run derive
-- Long because a language server reads one file of stubs: each function and class of the host once.

---What a function of a plugin is shown of its session. What the manifest does not permit is nil.
---@class ptywright.Context
---@field screen string The rows, joined by line feeds, without blank ones at the end. Needs `screen.read`.
---@field body_text string The upper rows. Needs `screen.read`.
---@field status_text string The status at the bottom, `status_rows` rows. Needs `screen.read`.
---@field rows ptywright.ContextRow[] All rows, also blank ones. Needs `screen.read`.
---@field title string|nil The title that the program gave its window. Needs `screen.read`.
---@field screen_cursor ptywright.Cursor The cursor on the screen. Needs `screen.read`.
---@field events ptywright.TerminalEvent[] What the terminal was told since the plugin last looked. Needs `screen.read`.
---@field transcript string The end of the output, escape sequences included. Needs `transcript.read`.
---@field transcript_start integer The cursor of its first character. Needs `transcript.read`.
---@field cursor integer The cursor behind its last character. Needs `transcript.read`.
---@field markers table<string, integer> Cursors by their labels. Needs `transcript.read`.
---@field size ptywright.Size The size of the screen.
---@field bells integer How often the bell has rung.
---@field alternate_screen boolean Whether the program has the alternate screen on.
---@field modes table<string, boolean|integer|string> The modes that the program has set.
---@field sequence integer Counts the changes of the screen.
---@field stable_ms integer Milliseconds since the screen last looked different.
---@field process_exited boolean Whether the program has ended.
---@field exit ptywright.Exit|nil How it ended.
---@field params any The parameters of a predicate.
---@field last_intent string|nil What the plan of the last intent said.
---@field last_event_seq integer|nil The last event of `classify` that a client has seen.
---@field completed_turn_stable_ms integer|nil How long a screen rests before a turn is over.
---@field status_rows integer|nil Rows of the status, where the manifest says so.

---Something to do to the program. As a step of a plan it may say what must be seen before the next one.
---@class ptywright.Action
---@field type string The name of the action.
---@field value? any With what.
---@field expect? ptywright.Matcher What must be satisfied after it was sent.
---@field timeout_ms? integer How long that may take; 2000 without it.
---@field fresh? boolean Whether only what is written after the action counts. It is true for a step that sends something, and false for one that only looks.
---@field why? string What the step is for; a failure tells it.

---A step of a plan that sends nothing.
---@class ptywright.Expectation
---@field expect ptywright.Matcher What must be satisfied before the next step.
---@field timeout_ms? integer How long that may take; 2000 without it.
---@field fresh? boolean Whether only what is written after the action counts. It is true for a step that sends something, and false for one that only looks.
---@field why? string What the step is for; a failure tells it.

---What an intent returns.
---@class ptywright.Plan
---@field actions (ptywright.Action|ptywright.Expectation)[] Steps, one after the other.
---@field shows? ptywright.Shown[] Rows that must still be as they were read when the first thing is sent; else nothing is, and the intent fails.
---@field last_intent? string Kept for `ctx.last_intent`; empty clears it, nothing leaves it.
---@field next? string A function that is asked for a further plan, with a fresh look.

---A row as it was read.
---@class ptywright.Shown
---@field row integer From 0.
---@field text string All of it.

---What a wait hopes for.
---@class ptywright.Matcher
---@field type string The name of the matcher.
---@field value? any With what.

---Narrows where a matcher looks.
---@class ptywright.Where
---@field rows? ptywright.WhereRows Some rows.
---@field region? ptywright.WhereRegion A part of the screen.

---Some rows.
---@class ptywright.WhereRows
---@field from integer The first one; negative from the bottom.
---@field count? integer How many; 1 without it.

---A part of the screen.
---@class ptywright.WhereRegion
---@field row? integer The first row.
---@field col? integer The first column.
---@field rows? integer Rows.
---@field cols? integer Columns.

---The size of a screen.
---@class ptywright.Size
---@field rows integer Rows.
---@field cols integer Columns.

---The cursor.
---@class ptywright.Cursor
---@field row integer Its row.
---@field col integer Its column.
---@field visible boolean Whether it is shown.

---A row of the screen.
---@class ptywright.ContextRow
---@field row integer Which one.
---@field text string Its text without blanks at the right.
---@field runs ptywright.Run[] Its cells, those that look alike together.

---How the program ended: by one of them.
---@class ptywright.Exit
---@field exit_code? integer What it exited with.
---@field signal? string What killed it.

---Something that the program told its terminal.
---@class ptywright.TerminalEvent
---@field kind string What.
---@field number integer Counts all events of the session, from 1.
---@field sequence integer The sequence of the screen at that time.
---@field facts table<string, string|number|boolean> The rest.

---What a predicate may return in place of true and false.
---@class ptywright.Outcome
---@field matched boolean Whether it is satisfied.
---@field evidence? string Why.
---@field capture? string What it caught.

---What `describe()` returns.
---@class ptywright.Description
---@field intents? ptywright.Described[] What can be sent.
---@field wait_matchers? ptywright.Described[] What can be waited for.
---@field states? ptywright.Described[] What `classify` may answer.

---One of them.
---@class ptywright.Described
---@field name string Its name.
---@field description? string What it is.
---@field params_schema? table JSON Schema of its parameters.

---What is known of a state.
---@class ptywright.StateFields
---@field confidence? number From 0 to 1; 1 without it.
---@field evidence? string What was seen, in a few words.
---@field metadata? table Whatever else a client may want to know.
---@field candidates? ptywright.Candidate[] Other states that it may be.
---@field events? table[] What happened since the last time, with `seq` and `kind`.
---@field host_marks? ptywright.Mark[] Labels to put on the transcript here.
---@field recheck_ms? integer Ask again after this time, even if nothing changes.

---What `classify` returns.
---@class ptywright.State: ptywright.StateFields
---@field state string The name of the state.

---A state that it may be.
---@class ptywright.Candidate
---@field state string Its name.
---@field confidence number From 0 to 1.

---A label on the transcript.
---@class ptywright.Mark
---@field label string The label.

---What a rule saw. Fields beside these go into the state: `confidence`, `evidence`, `metadata`, and so on.
---@class ptywright.Seen
---@field matched? boolean false: it does not fit, and `why` says why.
---@field rows? integer[]|integer The rows that it looked at.
---@field why? string For the trace; `evidence` without it.

---A rule of a classifier.
---@class ptywright.Rule
---@field name string What the trace calls it.
---@field state? string The state that it stands for; its name without it.
---@field when fun(ctx: ptywright.Context): ptywright.Seen|boolean|nil Whether it fits: nil or false, or true, or a table with what it saw.
---@field confidence? number From 0 to 1; 1 without it.
---@field evidence? string What was seen; its name without it.
---@field metadata? table Whatever else a client may want to know.

---Neighbouring rows as a text: borders and common indentation taken off, blank edges left out.
---@class ptywright.Block
---@field from integer The first row.
---@field to integer The last row.
---@field rows string[] The lines.
---@field text string The lines, joined by line feeds.

---The screen cut in two.
---@class ptywright.Split
---@field body string The upper rows.
---@field status string The lower ones.

---Where to look for a text, and how.
---@class ptywright.FindOptions
---@field from? integer The first row.
---@field to? integer The last row.
---@field ignore_case? boolean Whether large and small letters are the same.
---@field at? "anywhere"|"start"|"end"|"whole" Where in the row, blanks and a border at its ends aside.

---Where a text stands.
---@class ptywright.Found
---@field row integer Its row.
---@field col integer Its first column.
---@field end_col integer The column after it.
---@field text string The whole row.

---Where to look.
---@class ptywright.MatchOptions
---@field from? integer The first row.
---@field to? integer The last row.

---Where a pattern fits.
---@class ptywright.Matched: ptywright.Found
---@field captures (string|integer)[] What its parentheses caught.

---How cells look.
---@class ptywright.Style
---@field bold? boolean Bold.
---@field dim? boolean Dim, also called faint.
---@field italic? boolean Italic.
---@field underline? string single, double, curly, dotted or dashed.
---@field blink? boolean Blinking.
---@field inverse? boolean Foreground and background change places.
---@field invisible? boolean Written, but not to be seen.
---@field strikethrough? boolean Crossed out.
---@field overline? boolean A line above.
---@field fg? integer|string Foreground: an index into the palette or #rrggbb.
---@field bg? integer|string Background, likewise.
---@field underline_color? integer|string Where it is not the foreground.
---@field link? string Where a hyperlink leads.

---A style to look for: `true` stands for anything that is set, `false` for nothing.
---@class ptywright.Wanted
---@field bold? boolean Bold.
---@field dim? boolean Dim, also called faint.
---@field italic? boolean Italic.
---@field underline? string|boolean single, double, curly, dotted or dashed.
---@field blink? boolean Blinking.
---@field inverse? boolean Foreground and background change places.
---@field invisible? boolean Written, but not to be seen.
---@field strikethrough? boolean Crossed out.
---@field overline? boolean A line above.
---@field fg? integer|string|boolean Foreground: an index into the palette or #rrggbb.
---@field bg? integer|string|boolean Background, likewise.
---@field underline_color? integer|string|boolean Where it is not the foreground.
---@field link? string|boolean Where a hyperlink leads.

---Neighbouring cells that look alike.
---@class ptywright.Run: ptywright.Style
---@field col integer The first column.
---@field width integer Columns.
---@field text string What they show.

---Which rules are wanted.
---@class ptywright.RuleOptions
---@field from? integer The first row.
---@field to? integer The last row.
---@field min? integer Columns that the line must have; 10 without it.

---A row that is a horizontal line.
---@class ptywright.HorizontalRule
---@field row integer Its row.
---@field col integer Its first column.
---@field end_col integer The column after it.
---@field label? string Words on the line.
---@field style "light"|"heavy"|"double"|"dashed"|"block"|"ascii" How it is drawn.

---A rectangle that is drawn on the screen. Its edges are rows and columns of the line itself.
---@class ptywright.Box
---@field top integer The row of its upper edge.
---@field left integer The column of its left edge.
---@field bottom integer The row of its lower edge.
---@field right integer The column of its right edge, where its corners are.
---@field title? string Words on the upper edge.
---@field footer? string Words on the lower edge.
---@field style "square"|"round"|"heavy"|"double"|"dashed"|"ascii" How it is drawn.
---@field open boolean Whether the right edge is not whole: text overflowed.
---@field depth integer How many boxes it is in.
---@field rows string[] What is inside, row by row.
---@field text string What is inside, without common indentation and blank edges.

---One choice.
---@class ptywright.Option
---@field index? integer Its number, where the list has numbers.
---@field label string Its words; those that were wrapped are joined by a space.
---@field row integer Its first row.
---@field col integer The column of its words.
---@field selected boolean Whether a mark stands before it, or it looks unlike the others.
---@field checked? boolean Where there is a box to tick: whether it is.
---@field key? string The key that chooses it, where one is told.
---@field description? string More words, beside or below.

---A button.
---@class ptywright.Button
---@field label string Its words.
---@field row integer Its row.
---@field col integer Its first column.
---@field end_col integer The column after it.
---@field selected boolean Whether the cursor is on it, or it alone stands out.

---Where to look, and for what.
---@class ptywright.SpinnerOptions
---@field from? integer The first row.
---@field to? integer The last row.
---@field also? string Characters that count as well, such as `*·|/-`.

---A row that begins with a frame of a spinner.
---@class ptywright.Spinner
---@field row integer Its row.
---@field col integer The column of the glyph.
---@field glyph string The frame.
---@field text string The rest of the row.

---What main.lua returns: `classify`, intents, functions whose name ends in `_matcher`, and predicates.
---@class ptywright.Plugin
---@field classify? fun(ctx: ptywright.Context): ptywright.State
---@field describe? fun(): ptywright.Description
---@field [string] fun(params: any, ctx: ptywright.Context): any

---@class ptywright
---@field version string The version of ptywright.
---@field plugin { name: string, permissions: string[] } This plugin: its name, and what its manifest asks for.
ptywright = {}

ptywright.action = {}

ptywright.matcher = {}

ptywright.screen = {}

ptywright.text = {}

ptywright.json = {}

ptywright.log = {}

---Null in JSON, which nil cannot be.
ptywright.json.null = nil --[[@as userdata]]

---Pastes text between the markers of bracketed paste. Control characters but tab, newline and return are removed, and so is every form of the end marker: nothing in the text can leave the paste.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.bracketed_paste('two\nlines')
---```
---@param value string The value.
---@return ptywright.Action
function ptywright.action.bracketed_paste(value) end

---Writes the byte 0x04, as ctrl+d does without a keyboard protocol. In canonical mode it ends the input at the start of a line only; within a line it hands over what was typed, and a second one ends the input.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.eof()
---```
---@return ptywright.Action
function ptywright.action.eof() end

---Tells the program that the terminal's window gained or lost the focus.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.focus(true)
---```
---@param focused boolean Gained or lost.
---@param more? table Further fields.
---@return ptywright.Action
---@overload fun(value: { focused: boolean }): ptywright.Action
function ptywright.action.focus(focused, more) end

---Writes the byte 0x03, as ctrl+c does without a keyboard protocol. The kernel makes a SIGINT of it unless the program reads raw; `signal` with `int` sends the signal itself.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.interrupt()
---```
---@return ptywright.Action
function ptywright.action.interrupt() end

---Presses one key, alone or with modifiers, as the terminal would send it in the modes that the program set.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.key('enter')
---```
---@param value string The value.
---@return ptywright.Action
function ptywright.action.key(value) end

---Presses keys one after the other: as `ctrl+c enter`, as a list, or as `{chords, delay_ms}` with a pause between them, after which the next key is encoded for the modes of that moment.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.keys('ctrl+c enter')
---```
---@param value string|string[]|{ chords: string|string[], delay_ms: integer } The value.
---@return ptywright.Action
function ptywright.action.keys(value) end

---Ends the program and what it started.
---
---Needs `session.kill`.
---
---```lua
---ptywright.action.kill()
---```
---@return ptywright.Action
function ptywright.action.kill() end

---Puts a label on this place of the transcript; the same label again moves there. Sends nothing.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.mark_transcript('turn_start')
---```
---@param label string The label.
---@param more? table Further fields.
---@return ptywright.Action
---@overload fun(value: { label: string }): ptywright.Action
function ptywright.action.mark_transcript(label, more) end

---Uses the mouse, in the encoding that the program asked for. It is refused when a terminal would not report it because the program asked for less.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.mouse{ event = 'click', row = 4, col = 9 }
---```
---@param value { event: "press", button?: "left"|"middle"|"right"|"back"|"forward", row: integer, col: integer, modifiers?: ("shift"|"alt"|"ctrl")[] }|{ event: "release", button?: "left"|"middle"|"right"|"back"|"forward", row: integer, col: integer, modifiers?: ("shift"|"alt"|"ctrl")[] }|{ event: "click", button?: "left"|"middle"|"right"|"back"|"forward", count?: integer, row: integer, col: integer, modifiers?: ("shift"|"alt"|"ctrl")[] }|{ event: "move", row: integer, col: integer, modifiers?: ("shift"|"alt"|"ctrl")[] }|{ event: "drag", button?: "left"|"middle"|"right"|"back"|"forward", row: integer, col: integer, modifiers?: ("shift"|"alt"|"ctrl")[] }|{ event: "scroll", direction: "up"|"down"|"left"|"right", count?: integer, row: integer, col: integer, modifiers?: ("shift"|"alt"|"ctrl")[] } The value.
---@return ptywright.Action
function ptywright.action.mouse(value) end

---Pastes text byte for byte, for programs that do not know bracketed paste.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.paste('two\nlines')
---```
---@param value string The value.
---@return ptywright.Action
function ptywright.action.paste(value) end

---Writes bytes, given as base64 with padding: any bytes, also those that are no text.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.raw('G3g=')
---```
---@param value string The value.
---@return ptywright.Action
function ptywright.action.raw(value) end

---Changes the size of the terminal; the program gets SIGWINCH.
---
---Needs `session.resize`.
---
---```lua
---ptywright.action.resize(40, 120)
---```
---@param rows integer Rows.
---@param cols integer Columns.
---@param more? table Further fields.
---@return ptywright.Action
---@overload fun(value: { rows: integer, cols: integer, pixel_width?: integer, pixel_height?: integer }): ptywright.Action
function ptywright.action.resize(rows, cols, more) end

---Sends a real signal to the foreground process group, whatever the terminal is set to. `int` is SIGINT; the byte that a keyboard sends is `interrupt`.
---
---Needs `session.kill`.
---
---```lua
---ptywright.action.signal('int')
---```
---@param value "term"|"hup"|"quit"|"int"|"kill"|"user1"|"user2"|"winch"|"cont"|"stop"|"tstp" The value.
---@return ptywright.Action
function ptywright.action.signal(value) end

---Types text in small writes with pauses, for programs that take a fast burst for a paste.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.stream_text('hello', { delay_ms = 5 })
---```
---@param text string What to type.
---@param more? table Further fields.
---@return ptywright.Action
---@overload fun(value: { text: string, chunk_chars?: integer, delay_ms?: integer }): ptywright.Action
function ptywright.action.stream_text(text, more) end

---Types text as it is: `\n` is a newline character, while the Enter key sends `\r`.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.text('help')
---```
---@param value string The value.
---@return ptywright.Action
function ptywright.action.text(value) end

---The screen shows this text, letter for letter. Rows are joined by a line feed; where the terminal broke a line that was too long, also without one. A row ends with its last letter; that of the cursor has the blanks before the cursor, too.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.contains_text('ready', { rows = { from = -3, count = 3 } })
---```
---@param value string The value.
---@param where? ptywright.Where Where to look.
---@return ptywright.Matcher
function ptywright.matcher.contains_text(value, where) end

---The screen shows text that this RE2 pattern finds. `(?m)` lets `^` and `$` match at each row. A row ends with its last letter; that of the cursor is read with the blanks before the cursor first, and then without.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.screen_regex('rea.y', { region = { row = 0, col = 0, rows = 2, cols = 20 } })
---```
---@param value string The value.
---@param where? ptywright.Where Where to look.
---@return ptywright.Matcher
function ptywright.matcher.screen_regex(value, where) end

---The end of the transcript holds this text, escape sequences included.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.transcript_contains('ready')
---```
---@param value string The value.
---@return ptywright.Matcher
function ptywright.matcher.transcript_contains(value) end

---The end of the transcript holds text that this RE2 pattern finds.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.transcript_regex('rea.y')
---```
---@param value string The value.
---@return ptywright.Matcher
function ptywright.matcher.transcript_regex(value) end

---The cursor is there, or in that row or column where only one is named; they count from 0.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.cursor_at(0, 0)
---```
---@param row integer From 0.
---@param col integer From 0.
---@param more? table Further fields.
---@return ptywright.Matcher
---@overload fun(value: { row?: integer, col?: integer }): ptywright.Matcher
function ptywright.matcher.cursor_at(row, col, more) end

---The screen has looked the same for this long. Counted from the last visible change, so a screen that is already quiet answers at once; behind an input from that, whether or not the program has answered it.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.screen_stable(300)
---```
---@param min_ms integer Milliseconds.
---@param more? table Further fields.
---@return ptywright.Matcher
---@overload fun(value: { min_ms: integer }): ptywright.Matcher
function ptywright.matcher.screen_stable(min_ms, more) end

---The program has written nothing at all for this long, not even what leaves the screen as it is. Behind an input it counts from that, whether or not the program has answered it.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.idle(300)
---```
---@param min_ms integer Milliseconds.
---@param more? table Further fields.
---@return ptywright.Matcher
---@overload fun(value: { min_ms: integer }): ptywright.Matcher
function ptywright.matcher.idle(min_ms, more) end

---The program has ended and all of its output has been seen.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.process_exited()
---```
---@return ptywright.Matcher
function ptywright.matcher.process_exited() end

---The title that the program gave its window is, contains or is matched by this.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.title('build')
---```
---@param contains string A part of the title.
---@param more? table Further fields.
---@return ptywright.Matcher
---@overload fun(value: { equals?: string, contains?: string, regex?: string }): ptywright.Matcher
function ptywright.matcher.title(contains, more) end

---The bell has rung since the wait began, or since a sequence.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.bell()
---```
---@param since? integer A sequence; without it, when the wait began.
---@param more? table Further fields.
---@return ptywright.Matcher
---@overload fun(value: { since?: integer }): ptywright.Matcher
function ptywright.matcher.bell(since, more) end

---The screen has advanced past a sequence, or past where it was when the wait began.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.changed()
---```
---@param since? integer A sequence; without it, when the wait began.
---@param more? table Further fields.
---@return ptywright.Matcher
---@overload fun(value: { since?: integer }): ptywright.Matcher
function ptywright.matcher.changed(since, more) end

---The program has the alternate screen on (`true`, the default) or off (`false`).
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.alternate_screen(true)
---```
---@param value? boolean The value.
---@return ptywright.Matcher
function ptywright.matcher.alternate_screen(value) end

---The directory that the program says it works in (OSC 7, 9;9 or 1337) is, contains or is matched by this.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.cwd('/tmp')
---```
---@param equals string The directory.
---@param more? table Further fields.
---@return ptywright.Matcher
---@overload fun(value: { equals?: string, contains?: string, regex?: string }): ptywright.Matcher
function ptywright.matcher.cwd(equals, more) end

---A command has ended in a shell that marks its commands (OSC 133), since the wait began or since an event.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.command_finished(0, { command = { contains = 'make' } })
---```
---@param exit_code? integer What it ended with; any, without it.
---@param more? table Further fields.
---@return ptywright.Matcher
---@overload fun(value: { exit_code?: integer|nil, command?: { equals?: string, contains?: string, regex?: string }, since?: integer }): ptywright.Matcher
function ptywright.matcher.command_finished(exit_code, more) end

---The program has told its terminal this, since the wait began or since an event: a bell, a notification, a mark of its shell, an image.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.event('notification', { facts = { text = { contains = 'done' } } })
---```
---@param kind string Which.
---@param more? table Further fields.
---@return ptywright.Matcher
---@overload fun(value: { kind: "title"|"icon_name"|"bell"|"cwd"|"alternate_screen"|"prompt_started"|"prompt_ended"|"command_started"|"command_finished"|"notification"|"progress"|"clipboard"|"mode"|"cursor"|"palette"|"remote_host"|"user_variable"|"image"|"file_transfer"|"focus"|"link_hovered", facts?: table, since?: integer }): ptywright.Matcher
function ptywright.matcher.event(kind, more) end

---One of these is satisfied; the evidence names the first one that is, in their order.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.any{ ptywright.matcher.screen_stable(300), ptywright.matcher.bell() }
---```
---@param value ptywright.Matcher[] The value.
---@return ptywright.Matcher
function ptywright.matcher.any(value) end

---All of these are satisfied at the same moment.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.all{ ptywright.matcher.idle(300), ptywright.matcher.contains_text('$') }
---```
---@param value ptywright.Matcher[] The value.
---@return ptywright.Matcher
function ptywright.matcher.all(value) end

---This is not satisfied. After an input it is asked once something has changed.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.not_(ptywright.matcher.contains_text('loading'))
---```
---@param value ptywright.Matcher The value.
---@return ptywright.Matcher
function ptywright.matcher.not_(value) end

---A predicate of a plugin says yes. It is asked in an instance of the plugin's own, apart from those of adapters.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.lua('shell', 'is_ready', { strict = true })
---```
---@param plugin string The name of a plugin.
---@param predicate string A function that it exports.
---@param params? table What the predicate finds in `ctx.params`.
---@param more? table Further fields.
---@return ptywright.Matcher
---@overload fun(value: { plugin: string, predicate: string, params?: table }): ptywright.Matcher
function ptywright.matcher.lua(plugin, predicate, params, more) end

---Builds the answer of `classify`.
---
---```lua
---local state = ptywright.state('ready', { confidence = 0.9, evidence = 'a prompt' })
---assert(state.state == 'ready' and state.confidence == 0.9)
---```
---@param name string The name of the state.
---@param fields? ptywright.StateFields What is known of it.
---@return ptywright.State # The answer, to be returned.
function ptywright.state(name, fields) end

---Tries rules one after the other, and tells the trace of each.
---
---```lua
---local state = ptywright.rules({
---  { name = 'never', when = function() return false end },
---  { name = 'asks', state = 'waiting', confidence = 0.8, when = function()
---    local found = ptywright.screen.find('[y/n]')
---    return found and { rows = { found.row }, evidence = 'a question', metadata = { row = found.row } }
---  end },
---}, {})
---assert(state.state == 'waiting' and state.confidence == 0.8 and state.evidence == 'a question')
---```
---@param list ptywright.Rule[] Rules, in the order in which they are tried.
---@param ctx ptywright.Context What the rules are given.
---@return ptywright.State|nil # What the first rule that fits stands for; nil when none does.
function ptywright.rules(list, ctx) end

---Tells the trace of a rule that the plugin tried by itself.
---
---```lua
---assert(ptywright.rule('asks', true, { rows = { 3 }, why = 'a question' }))
---```
---@param name string What the trace calls it.
---@param matched? boolean Whether it fits.
---@param seen? ptywright.Seen What it saw.
---@return boolean # Whether it fits.
function ptywright.rule(name, matched, seen) end

---One row.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.row(1) == '  two')
---```
---@param row integer The row.
---@return string|nil # Its text without blanks at the right; nil where there is no such row.
function ptywright.screen.row(row) end

---Rows from one to another, both of them included; all rows when called without.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.rows(0, 1)[2] == 'two')
---```
---@param from? integer The first row; the top one without it.
---@param to? integer The last row; the bottom one without it.
---@return string[] # Their texts.
function ptywright.screen.rows(from, to) end

---Rows as one text.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.text() == 'one\ntwo')
---```
---@param from? integer The first row; the top one without it.
---@param to? integer The last row; the bottom one without it.
---@return string # Rows joined by line feeds, without blank ones at the end.
function ptywright.screen.text(from, to) end

---The first row that holds text.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.first_row() == 2)
---```
---@return integer|nil # nil on a blank screen.
function ptywright.screen.first_row() end

---The last row that holds text.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.last_row() == 1)
---```
---@return integer|nil # nil on a blank screen.
function ptywright.screen.last_row() end

---How large the screen is.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.size().cols == 80)
---```
---@return ptywright.Size # Rows and columns.
function ptywright.screen.size() end

---Rows from one to another as a text without what frames and indents it.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.block().text == 'a\n  b')
---```
---@param from? integer The first row; the top one without it.
---@param to? integer The last row; the bottom one without it.
---@return ptywright.Block # What stands there.
function ptywright.screen.block(from, to) end

---The rows strictly between two others.
---
---Needs `screen.read`.
---
---```lua
---local rules = ptywright.screen.rules()
---assert(ptywright.screen.between(rules[1], rules[2]).text == 'draft')
---```
---@param top integer|table A row, or anything that has a `row`, such as a rule.
---@param bottom? integer|table Likewise; without it, to the end of the screen.
---@return ptywright.Block # What stands there.
function ptywright.screen.between(top, bottom) end

---Cuts the text of the screen in body and status, as `ctx.body_text` and `ctx.status_text` are cut.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.split(1).status == 'status')
---```
---@param status_rows? integer Rows at the bottom that are status; 3 without it.
---@return ptywright.Split # Both parts.
function ptywright.screen.split(status_rows) end

---Finds a text.
---
---Needs `screen.read`.
---
---```lua
---local found = ptywright.screen.find('READY', { ignore_case = true })
---assert(found.row == 0 and found.col == 5 and found.end_col == 10)
---```
---@param text string|string[] What to find, letter for letter; of several, any.
---@param options? ptywright.FindOptions Where to look, and how.
---@return ptywright.Found|nil # The first place from the top.
function ptywright.screen.find(text, options) end

---Finds a text from the bottom up.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.find_last('$', { at = 'start' }).row == 1)
---```
---@param text string|string[] What to find, letter for letter; of several, any.
---@param options? ptywright.FindOptions Where to look, and how.
---@return ptywright.Found|nil # The last place, nearest to the bottom.
function ptywright.screen.find_last(text, options) end

---Finds a text everywhere.
---
---Needs `screen.read`.
---
---```lua
---assert(#ptywright.screen.find_all('a') == 3)
---```
---@param text string|string[] What to find, letter for letter; of several, any.
---@param options? ptywright.FindOptions Where to look, and how.
---@return ptywright.Found[] # At most 1000 places.
function ptywright.screen.find_all(text, options) end

---Tells whether a text is on the screen.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.has({ 'Discard changes?', 'Save changes?' }, { at = 'whole' }))
---```
---@param text string|string[] What to find, letter for letter; of several, any.
---@param options? ptywright.FindOptions Where to look, and how.
---@return boolean # Whether it is there.
function ptywright.screen.has(text, options) end

---Finds everything that a pattern fits, row by row.
---
---Needs `screen.read`.
---
---```lua
---assert(#ptywright.screen.match_all('%d+') == 2)
---```
---@param pattern string A pattern of Lua's.
---@param options? ptywright.MatchOptions Where to look.
---@return ptywright.Matched[] # At most 1000 places.
function ptywright.screen.match_all(pattern, options) end

---Finds what a pattern fits.
---
---Needs `screen.read`.
---
---```lua
---local step = ptywright.screen.match('step (%d+) of (%d+)')
---assert(step.col == 3 and step.captures[2] == '12')
---```
---@param pattern string A pattern of Lua's.
---@param options? ptywright.MatchOptions Where to look.
---@return ptywright.Matched|nil # The first place from the top.
function ptywright.screen.match(pattern, options) end

---Tells where the cursor is.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.cursor().col == 6)
---```
---@return ptywright.Cursor # Its place.
function ptywright.screen.cursor() end

---The text of the row that the cursor is in.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.cursor_row():find('>') == 1)
---```
---@return string # The whole row.
function ptywright.screen.cursor_row() end

---The text left of the cursor: often a prompt and what was typed.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.before_cursor() == 'name? ada')
---```
---@return string # Blanks between the text and the cursor are part of it.
function ptywright.screen.before_cursor() end

---The text right of the cursor: often a hint that vanishes with the first letter.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.after_cursor() == 'try a question')
---```
---@return string # From the cell under the cursor on.
function ptywright.screen.after_cursor() end

---What one cell shows.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.char_at(0, 3) == 'b')
---```
---@param row integer The row.
---@param col integer The column.
---@return string # Empty in the second column of a wide character, a space where nothing stands.
function ptywright.screen.char_at(row, col) end

---A row as runs of cells that look alike.
---
---Needs `screen.read`.
---
---```lua
---local runs = ptywright.screen.runs(0)
---assert(runs[2].text == "bold" and runs[2].bold and runs[2].col == 6)
---```
---@param row integer The row.
---@return ptywright.Run[] # From the left to the right.
function ptywright.screen.runs(row) end

---How one cell looks.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.style_at(0, 3).bold)
---```
---@param row integer The row.
---@param col integer The column.
---@return ptywright.Style # Empty for a cell of the default style.
function ptywright.screen.style_at(row, col) end

---The runs of a row that look a certain way.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.styled(0, { inverse = true })[1].text == 'no')
---```
---@param row integer The row.
---@param style ptywright.Wanted What is looked for.
---@return ptywright.Run[] # Its runs that look so.
function ptywright.screen.styled(row, style) end

---The rows that have a run which looks a certain way.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.styled_rows({ inverse = true })[1] == 1)
---```
---@param style ptywright.Wanted What is looked for.
---@param from? integer The first row; the top one without it.
---@param to? integer The last row; the bottom one without it.
---@return integer[] # Their rows.
function ptywright.screen.styled_rows(style, from, to) end

---The rows that are horizontal rules, also inside of a box; the edges of a box are not.
---
---Needs `screen.read`.
---
---```lua
---local rules = ptywright.screen.rules()
---assert(rules[1].label == 'Edit file' and rules[2].row == 3 and rules[2].style == 'double')
---```
---@param options? ptywright.RuleOptions Which ones.
---@return ptywright.HorizontalRule[] # From the top to the bottom.
function ptywright.screen.rules(options) end

---The boxes on the screen, those inside of others too.
---
---Needs `screen.read`.
---
---```lua
---local box = ptywright.screen.boxes()[1]
---assert(box.title == 'Sure?' and box.style == 'round' and box.text == '❯ Yes\n  No')
---```
---@return ptywright.Box[] # From the top to the bottom, at most 256.
function ptywright.screen.boxes() end

---The choices in some rows or in a box. Of several numbered lists it is the one with a mark, else the last.
---
---Needs `screen.read`.
---
---```lua
---local options = ptywright.screen.options()
---assert(options[1].selected and options[2].index == 2 and options[2].label:find('^No'))
---```
---@param from? integer|ptywright.Box The first row, or a box.
---@param to? integer The last row.
---@return ptywright.Option[] # From the top to the bottom.
function ptywright.screen.options(from, to) end

---The buttons in some rows or in a box: words between angle or square brackets.
---
---Needs `screen.read`.
---
---```lua
---local buttons = ptywright.screen.buttons()
---assert(buttons[1].label == 'Yes' and buttons[1].selected and not buttons[2].selected)
---```
---@param from? integer|ptywright.Box The first row, or a box.
---@param to? integer The last row.
---@return ptywright.Button[] # Row by row from the left to the right.
function ptywright.screen.buttons(from, to) end

---The rows that begin with a frame of a spinner: braille, stars, circles, squares.
---
---Needs `screen.read`.
---
---```lua
---local spinner = ptywright.screen.spinners()[1]
---assert(spinner.row == 1 and spinner.text == 'building (3s)')
---```
---@param options? ptywright.SpinnerOptions Where to look.
---@return ptywright.Spinner[] # From the top to the bottom.
function ptywright.screen.spinners(options) end

---Takes blanks off both ends, no-break spaces too.
---
---```lua
---assert(ptywright.text.trim('\u{a0} x ') == 'x')
---```
---@param text string The text.
---@return string # The rest.
function ptywright.text.trim(text) end

---Takes a border of a box, and blanks, off both ends.
---
---```lua
---assert(ptywright.text.unbox('│ Save? │') == 'Save?')
---```
---@param text string The text.
---@return string # The rest.
function ptywright.text.unbox(text) end

---Makes every run of blanks and line feeds one space, so that text reads the same however it was wrapped.
---
---```lua
---assert(ptywright.text.squeeze(' do you\n   agree?') == 'do you agree?')
---```
---@param text string The text.
---@return string # One line.
function ptywright.text.squeeze(text) end

---Composes letters, and leaves out blanks, what takes no column, and shades of emoji: terminals show these in different ways.
---
---```lua
---assert(ptywright.text.visible('ét​ é') == 'été')
---```
---@param text string The text.
---@return string # What is left to be compared.
function ptywright.text.visible(text) end

---Moves lines to the left as far as all of them can go.
---
---```lua
---assert(ptywright.text.dedent('\n  a\n    b\n') == 'a\n  b')
---```
---@param text string The text.
---@return string # The lines without common indentation and blank edges.
function ptywright.text.dedent(text) end

---Cuts a text at its line feeds.
---
---```lua
---assert(#ptywright.text.lines('a\n\nb') == 3)
---```
---@param text string The text.
---@return string[] # Its lines.
function ptywright.text.lines(text) end

---Leaves out the escape sequences of a stretch of output, and of a line that was written over all but what was written last.
---
---```lua
---assert(ptywright.text.printed('\27[1m10 %\r100 %\27[m') == '100 %')
---```
---@param text string The text.
---@return string # The lines that would be read.
function ptywright.text.printed(text) end

---Tells how many columns a text takes.
---
---```lua
---assert(ptywright.text.width('漢字') == 4)
---```
---@param text string The text.
---@return integer # Columns.
function ptywright.text.width(text) end

---Makes letters small, of all alphabets.
---
---```lua
---assert(ptywright.text.lower('ÄRGER') == 'ärger')
---```
---@param text string The text.
---@return string # Small letters.
function ptywright.text.lower(text) end

---Tells whether a text holds another.
---
---```lua
---assert(ptywright.text.has('Press any key', { 'enter', 'any key' }) == 'any key')
---```
---@param text string The text.
---@param part string|string[] What to look for; of several, any.
---@param ignore_case? boolean Whether large and small letters are the same.
---@return string|nil # The part that is there, the first of several.
function ptywright.text.has(text, part, ignore_case) end

---Tells whether a text begins with another.
---
---```lua
---assert(ptywright.text.starts('Error: no', 'error:', true))
---```
---@param text string The text.
---@param part string|string[] What to look for; of several, any.
---@param ignore_case? boolean Whether large and small letters are the same.
---@return string|nil # The part that is there, the first of several.
function ptywright.text.starts(text, part, ignore_case) end

---Tells whether a text ends with another.
---
---```lua
---assert(not ptywright.text.ends('Working…', '.'))
---```
---@param text string The text.
---@param part string|string[] What to look for; of several, any.
---@param ignore_case? boolean Whether large and small letters are the same.
---@return string|nil # The part that is there, the first of several.
function ptywright.text.ends(text, part, ignore_case) end

---Writes a value as JSON.
---
---```lua
---local json = ptywright.json
---assert(json.encode({ a = json.null }) == '{"a":null}' and json.encode({ 1, 2 }) == '[1,2]')
---```
---@param value any A value; functions and tables that hold themselves are refused.
---@param pretty? boolean Whether over several lines.
---@return string # JSON.
function ptywright.json.encode(value, pretty) end

---Reads JSON. What is no JSON is an error.
---
---```lua
---local value = ptywright.json.decode('{"list":[1,null]}')
---assert(value.list[1] == 1 and value.list[2] == ptywright.json.null)
---```
---@param text string One JSON value.
---@return any # The value; its nulls are `ptywright.json.null`.
function ptywright.json.decode(text) end

---Makes a list that stays a list in JSON also when it is empty.
---
---```lua
---assert(ptywright.json.encode(ptywright.json.array()) == '[]')
---```
---@param list? table A list; an empty table counts as one.
---@return table # The same items.
function ptywright.json.array(list) end

---Logs what helps to find a mistake in the plugin.
---
---```lua
---ptywright.log.debug('something')
---```
---@param text string One line.
function ptywright.log.debug(text) end

---Logs what happened. `print` does the same.
---
---```lua
---ptywright.log.info('something')
---```
---@param text string One line.
function ptywright.log.info(text) end

---Logs what is odd, and was got over.
---
---```lua
---ptywright.log.warn('something')
---```
---@param text string One line.
function ptywright.log.warn(text) end

---Logs what went wrong.
---
---```lua
---ptywright.log.error('something')
---```
---@param text string One line.
function ptywright.log.error(text) end
