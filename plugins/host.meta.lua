---@meta
-- Derived from src/adapters/host, src/terminal/input and src/matchers. Change those, then run: npm run derive
-- Long because a language server reads one file with all functions and classes of the host.

---What a plugin function can read of its session. Fields that the manifest does not permit are nil.
---@class ptywright.Context
---@field screen string The rows, joined by line feeds, without blank rows at the end. Needs `screen.read`.
---@field body_text string The rows above the status rows. Needs `screen.read`.
---@field status_text string The last `status_rows` rows. Needs `screen.read`.
---@field rows ptywright.ContextRow[] All rows, including blank ones. Needs `screen.read`.
---@field title string|nil The window title that the program set. Needs `screen.read`.
---@field screen_cursor ptywright.Cursor The cursor on the screen. Needs `screen.read`.
---@field events ptywright.TerminalEvent[] The events that the program reported to the terminal since the last call of `classify`. Needs `screen.read`.
---@field scrolled string[] The rows that have scrolled off the main screen since the last call of `classify`, oldest first: at most `scrolled_rows` of the manifest, which is 0 by default. Needs `screen.read`.
---@field scrolled_lost integer The number of rows that have scrolled off before those in `scrolled`, and are not in it. Needs `screen.read`.
---@field transcript string The end of the output, including escape sequences. Needs `transcript.read`.
---@field transcript_start integer The transcript cursor of the first character of `transcript`. Needs `transcript.read`.
---@field cursor integer The transcript cursor after the last character of `transcript`. Needs `transcript.read`.
---@field markers table<string, integer> The transcript cursors of the markers, by label. Needs `transcript.read`.
---@field size ptywright.Size The size of the screen.
---@field bells integer The number of times that the bell rang.
---@field alternate_screen boolean Whether the program uses the alternate screen.
---@field modes table<string, boolean|integer|string> The terminal modes that the program set.
---@field sequence integer The change counter of the screen.
---@field stable_ms integer Milliseconds since the last visible change of the screen.
---@field process_exited boolean Whether the program has exited.
---@field exit ptywright.Exit|nil How the program ended.
---@field params any The parameters of the call.
---@field last_intent string|nil The `last_intent` that a plan set most recently.
---@field last_event_seq integer|nil The `seq` of the last event of `classify` that a client has received.
---@field completed_turn_stable_ms integer|nil The milliseconds that a screen must be stable before a turn is complete.
---@field status_rows integer|nil The number of status rows, when the manifest sets it.

---The context of an intent. Its fields are read from a new screen after `expect`, `wait` and `flush`. Input is queued, and sent by these three or at the end of the intent. An intent that fails before sends nothing.
---@class ptywright.Intent: ptywright.Context
---@field press fun(self, ...: string) Press keys in sequence, each with its modifiers: `ctx:press("ctrl+c", "enter")`.
---@field type fun(self, text: string) Type text unchanged.
---@field paste fun(self, text: string) Paste text, between the markers of bracketed paste if the program has enabled it.
---@field send fun(self, ...: ptywright.Action) Queue any actions.
---@field expect fun(self, condition: ptywright.Matcher|table|fun(ctx: ptywright.Intent): any, options?: ptywright.ExpectOptions): any Send the queued input, and wait for a condition: a matcher, or a function that returns a true value. Return the match or that value. In a list, one of the conditions is enough. The intent fails when the time is up.
---@field wait fun(self, condition: ptywright.Matcher|table|fun(ctx: ptywright.Intent): any, options?: ptywright.ExpectOptions): any, string? The same, but return nil and `"timeout"` when the time is up.
---@field flush fun(self, options?: ptywright.ExpectOptions): boolean?, string? Send the queued input without a condition.
---@field recheck fun(self, ms: integer) In a condition: evaluate it again after this time, even if nothing has changed.
---@field fail fun(self, reason: string, ...: any) End the intent with an error. The reason is a format string if there are more arguments.

---How a step of an intent waits.
---@class ptywright.ExpectOptions
---@field within? integer The timeout in milliseconds. Defaults to 2000.
---@field why? string The purpose of the step. The error message contains it when the step fails.
---@field fresh? boolean Whether only output after the input counts. Defaults to true for a step with input, and to false for a step without one.
---@field unchanged? (integer|ptywright.Shown)[] Rows that must show the same text when the input is sent, as they are now or as they were read earlier. If one has changed, nothing is sent, and the result is nil and `"changed"`.
---@field last_intent? string Sets `ctx.last_intent` when the step begins. Otherwise the result of the intent sets it at the end.

---An input to the program. In a plan, it can also name the matcher that must match before the next step.
---@class ptywright.Action
---@field type string The name of the action.
---@field value? any The value of the action.
---@field expect? ptywright.Matcher The matcher that must match after the action is sent.
---@field timeout_ms? integer The timeout of `expect` in milliseconds. Defaults to 2000.
---@field fresh? boolean Whether only output after the action counts. Defaults to true for a step with an action, and to false for a step without one.
---@field why? string The purpose of the step. The error message contains it when the step fails.

---A step of a plan that sends nothing and waits for a matcher.
---@class ptywright.Expectation
---@field expect ptywright.Matcher The matcher that must match before the next step.
---@field timeout_ms? integer The timeout of `expect` in milliseconds. Defaults to 2000.
---@field fresh? boolean Whether only output from the start of this step counts. Defaults to false.
---@field why? string The purpose of the step. The error message contains it when the step fails.

---The result of an intent.
---@class ptywright.Plan
---@field actions (ptywright.Action|ptywright.Expectation)[] The steps, in order.
---@field shows? ptywright.Shown[] Rows that must be unchanged when the first action is sent. If one has changed, nothing is sent and the intent fails.
---@field changed? string A function that returns another plan from a new context when a row of `shows` has changed and nothing was sent. Without it, the intent fails.
---@field last_intent? string Sets `ctx.last_intent`. An empty string clears it. Without this field it is unchanged.
---@field next? string A function that returns a further plan from a new context, called when this plan is done.

---A row as the plugin read it.
---@class ptywright.Shown
---@field row integer From 0.
---@field text string The text of the whole row.

---The condition of a wait.
---@class ptywright.Matcher
---@field type string The name of the matcher.
---@field value? any The value of the matcher.

---Limits where a matcher searches.
---@class ptywright.Where
---@field rows? ptywright.WhereRows The rows to search.
---@field region? ptywright.WhereRegion The region to search.

---A range of rows.
---@class ptywright.WhereRows
---@field from integer The first row. A negative number counts from the bottom.
---@field count? integer The number of rows. Defaults to 1.

---A rectangle on the screen.
---@class ptywright.WhereRegion
---@field row? integer The first row.
---@field col? integer The first column.
---@field rows? integer The number of rows.
---@field cols? integer The number of columns.

---The size of the screen.
---@class ptywright.Size
---@field rows integer The number of rows.
---@field cols integer The number of columns.

---The position and visibility of the cursor.
---@class ptywright.Cursor
---@field row integer The row.
---@field col integer The column.
---@field visible boolean Whether the cursor is visible.

---A row of the screen.
---@class ptywright.ContextRow
---@field row integer The row number.
---@field text string The text without trailing blanks.
---@field runs ptywright.Run[] The runs of adjacent cells with the same style.
---@field uncertain boolean Whether a character of disputed width was written to the row since the row was last erased. See `screen.uncertain`.

---How the program ended. One of the fields is set.
---@class ptywright.Exit
---@field exit_code? integer The exit code.
---@field signal? string The signal that ended the program.

---An event that the program reported to its terminal.
---@class ptywright.TerminalEvent
---@field kind string The kind of event.
---@field number integer The number of the event in the session, from 1.
---@field sequence integer The sequence of the screen at the time of the event.
---@field facts table<string, string|number|boolean> The data of the event.

---A result of a predicate with more than true or false.
---@class ptywright.Outcome
---@field matched boolean Whether the predicate matches.
---@field evidence? string Why the predicate matches or does not match.
---@field capture? string The captured text.

---The result of `describe()`.
---@class ptywright.Description
---@field intents? ptywright.Described[] The intents of the plugin.
---@field wait_matchers? ptywright.Described[] The wait matchers of the plugin.
---@field states? ptywright.Described[] The states that `classify` can return.
---@field agent? table For the plugin of an agent: how clients drive it. The fields are those of `AgentDescription` in the reply of `plugin.describe`.

---An intent, a wait matcher or a state.
---@class ptywright.Described
---@field name string The name.
---@field description? string A short description.
---@field params_schema? table The JSON Schema of the parameters.

---The fields of a state besides its name.
---@class ptywright.StateFields
---@field confidence? number The confidence from 0 to 1. Defaults to 1.
---@field evidence? string A short description of the evidence.
---@field metadata? table More data for clients.
---@field candidates? ptywright.Candidate[] Other possible states.
---@field events? table[] Events of the turn, each with `seq` and `kind`. Return only those after `ctx.last_event_seq` if it is set.
---@field host_marks? ptywright.Mark[] Labels to add at the current position of the transcript.
---@field recheck_ms? integer Classify again after this number of milliseconds, even if nothing has changed.

---The result of `classify`.
---@class ptywright.State: ptywright.StateFields
---@field state string The name of the state.

---Another possible state.
---@class ptywright.Candidate
---@field state string The name of the state.
---@field confidence number From 0 to 1.

---A label on the transcript.
---@class ptywright.Mark
---@field label string The label.

---What a rule found. Other fields are copied into the state, such as `confidence`, `evidence` and `metadata`.
---@class ptywright.Seen
---@field matched? boolean false when the rule does not match; `why` then gives the reason.
---@field rows? integer[]|integer The rows that the rule read.
---@field why? string The reason for the trace. Defaults to `evidence`.

---A rule of a classifier.
---@class ptywright.Rule
---@field name string The name of the rule in the trace.
---@field state? string The state when the rule matches. Defaults to the name of the rule.
---@field when fun(ctx: ptywright.Context): ptywright.Seen|boolean|nil Returns nil or false when the rule does not match, and true or a table with what it found when it matches.
---@field confidence? number The confidence from 0 to 1. Defaults to 1.
---@field evidence? string A short description of the evidence. Defaults to the name of the rule.
---@field metadata? table More data for clients.

---The text of adjacent rows, without borders, common indentation and blank edges.
---@class ptywright.Block
---@field from integer The first row.
---@field to integer The last row.
---@field rows string[] The lines.
---@field text string The lines, joined by line feeds.

---The screen in two parts.
---@class ptywright.Split
---@field body string The rows above the status rows.
---@field status string The status rows at the bottom.

---Where and how to search for a text.
---@class ptywright.FindOptions
---@field from? integer The first row.
---@field to? integer The last row.
---@field ignore_case? boolean Whether to ignore the difference between upper and lower case.
---@field at? "anywhere"|"start"|"end"|"whole" Where in the row the text must be. Blanks and a border at the ends of the row are ignored.

---The position of a text.
---@class ptywright.Found
---@field row integer The row.
---@field col integer The first column.
---@field end_col integer The column after the last one.
---@field text string The text of the whole row.

---Where to search.
---@class ptywright.MatchOptions
---@field from? integer The first row.
---@field to? integer The last row.

---A match of a pattern.
---@class ptywright.Matched: ptywright.Found
---@field captures (string|integer)[] The captures of the pattern.

---The style of a cell.
---@class ptywright.Style
---@field bold? boolean Bold.
---@field dim? boolean Dim, also called faint.
---@field italic? boolean Italic.
---@field underline? string single, double, curly, dotted or dashed.
---@field blink? boolean Blinking.
---@field inverse? boolean Foreground and background are swapped.
---@field invisible? boolean Hidden text.
---@field strikethrough? boolean Strikethrough.
---@field overline? boolean A line above the text.
---@field fg? integer|string The foreground color: a palette index or #rrggbb.
---@field bg? integer|string The background color: a palette index or #rrggbb.
---@field underline_color? integer|string The underline color, when it differs from the foreground.
---@field link? string The target of a hyperlink.

---A style to look for: `true` matches any value, `false` matches cells where the field is not set.
---@class ptywright.Wanted
---@field bold? boolean Bold.
---@field dim? boolean Dim, also called faint.
---@field italic? boolean Italic.
---@field underline? string|boolean single, double, curly, dotted or dashed.
---@field blink? boolean Blinking.
---@field inverse? boolean Foreground and background are swapped.
---@field invisible? boolean Hidden text.
---@field strikethrough? boolean Strikethrough.
---@field overline? boolean A line above the text.
---@field fg? integer|string|boolean The foreground color: a palette index or #rrggbb.
---@field bg? integer|string|boolean The background color: a palette index or #rrggbb.
---@field underline_color? integer|string|boolean The underline color, when it differs from the foreground.
---@field link? string|boolean The target of a hyperlink.

---Adjacent cells with the same style.
---@class ptywright.Run: ptywright.Style
---@field col integer The first column.
---@field width integer The number of columns.
---@field text string The text of the cells.

---The table that main.lua returns: `classify`, intents, functions whose names end in `_matcher`, and predicates.
---@class ptywright.Plugin
---@field classify? fun(ctx: ptywright.Context): ptywright.State
---@field describe? fun(): ptywright.Description
---@field [string] fun(params: any, ctx: ptywright.Context): any

---@class ptywright
---@field version string The version of ptywright.
---@field plugin { name: string, permissions: string[] } The name of this plugin, and the permissions of its manifest.
ptywright = {}

ptywright.action = {}

ptywright.matcher = {}

ptywright.screen = {}

ptywright.text = {}

ptywright.json = {}

ptywright.log = {}

---The value null of JSON. A Lua table cannot contain nil.
ptywright.json.null = nil --[[@as userdata]]

---Paste text between the markers of bracketed paste. Control characters except tab, newline and return are removed, and so is every form of the end marker, so that no text can end the paste.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.bracketed_paste('two\nlines')
---```
---@param value string The value.
---@return ptywright.Action
function ptywright.action.bracketed_paste(value) end

---Write the byte 0x04, as ctrl+d does without a keyboard protocol. In canonical mode it ends the input only at the start of a line. Within a line it submits the typed text, and a second one ends the input.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.eof()
---```
---@return ptywright.Action
function ptywright.action.eof() end

---Report to the program that the terminal window gained or lost focus.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.focus(true)
---```
---@param focused boolean Whether the terminal gained the focus.
---@param more? table More fields of the value.
---@return ptywright.Action
---@overload fun(value: { focused: boolean }): ptywright.Action
function ptywright.action.focus(focused, more) end

---Write the byte 0x03, as ctrl+c does without a keyboard protocol. The kernel converts it to SIGINT unless the terminal is in raw mode. To send the signal itself, use `signal` with `int`.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.interrupt()
---```
---@return ptywright.Action
function ptywright.action.interrupt() end

---Press one key, alone or with modifiers, encoded for the modes that the program has set.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.key('enter')
---```
---@param value string The value.
---@return ptywright.Action
function ptywright.action.key(value) end

---Press keys in sequence, given as a string such as `ctrl+c enter`, as a list, or as `{chords, delay_ms}` with pauses. After a pause, the next key is encoded for the modes that are set then. Without `delay_ms`, a pause follows an escape, so that the program does not take the next key for one with alt.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.keys('ctrl+c enter')
---```
---@param value string|string[]|{ chords: string|string[], delay_ms: integer } The value.
---@return ptywright.Action
function ptywright.action.keys(value) end

---Kill the program and the processes that it started.
---
---Needs `session.kill`.
---
---```lua
---ptywright.action.kill()
---```
---@return ptywright.Action
function ptywright.action.kill() end

---Mark the current position of the transcript with a label. An existing label moves to it. Sends no input.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.mark_transcript('turn_start')
---```
---@param label string The label.
---@param more? table More fields of the value.
---@return ptywright.Action
---@overload fun(value: { label: string }): ptywright.Action
function ptywright.action.mark_transcript(label, more) end

---Send a mouse gesture in the encoding that the program selected. Fails if a terminal would not report the gesture because the program enabled fewer mouse events.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.mouse{ event = 'click', row = 4, col = 9 }
---```
---@param value { event: "press", button?: "left"|"middle"|"right"|"back"|"forward", row: integer, col: integer, modifiers?: ("shift"|"alt"|"ctrl")[] }|{ event: "release", button?: "left"|"middle"|"right"|"back"|"forward", row: integer, col: integer, modifiers?: ("shift"|"alt"|"ctrl")[] }|{ event: "click", button?: "left"|"middle"|"right"|"back"|"forward", count?: integer, row: integer, col: integer, modifiers?: ("shift"|"alt"|"ctrl")[] }|{ event: "move", row: integer, col: integer, modifiers?: ("shift"|"alt"|"ctrl")[] }|{ event: "drag", button?: "left"|"middle"|"right"|"back"|"forward", row: integer, col: integer, modifiers?: ("shift"|"alt"|"ctrl")[] }|{ event: "scroll", direction: "up"|"down"|"left"|"right", count?: integer, row: integer, col: integer, modifiers?: ("shift"|"alt"|"ctrl")[] } The value.
---@return ptywright.Action
function ptywright.action.mouse(value) end

---Paste text byte for byte, for programs that do not support bracketed paste.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.paste('two\nlines')
---```
---@param value string The value.
---@return ptywright.Action
function ptywright.action.paste(value) end

---Write bytes, given as base64 with padding. They need not be valid text.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.raw('G3g=')
---```
---@param value string The value.
---@return ptywright.Action
function ptywright.action.raw(value) end

---Resize the terminal. The program receives SIGWINCH.
---
---Needs `session.resize`.
---
---```lua
---ptywright.action.resize(40, 120)
---```
---@param rows integer The number of rows.
---@param cols integer The number of columns.
---@param more? table More fields of the value.
---@return ptywright.Action
---@overload fun(value: { rows: integer, cols: integer, pixel_width?: integer, pixel_height?: integer }): ptywright.Action
function ptywright.action.resize(rows, cols, more) end

---Send a signal to the foreground process group, in every terminal mode. `int` is SIGINT; to send the byte of ctrl+c, use `interrupt`.
---
---Needs `session.kill`.
---
---```lua
---ptywright.action.signal('int')
---```
---@param value "term"|"hup"|"quit"|"int"|"kill"|"user1"|"user2"|"winch"|"cont"|"stop"|"tstp" The value.
---@return ptywright.Action
function ptywright.action.signal(value) end

---Type text in small writes with pauses, for programs that treat a fast burst as a paste.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.stream_text('hello', { delay_ms = 5 })
---```
---@param text string The text to type.
---@param more? table More fields of the value.
---@return ptywright.Action
---@overload fun(value: { text: string, chunk_chars?: integer, delay_ms?: integer }): ptywright.Action
function ptywright.action.stream_text(text, more) end

---Type text unchanged: `\n` is a newline character, while the Enter key sends `\r`.
---
---Needs `input.write`.
---
---```lua
---ptywright.action.text('help')
---```
---@param value string The value.
---@return ptywright.Action
function ptywright.action.text(value) end

---The screen shows exactly this text; case matters. Rows are joined by a line feed. Where the terminal wrapped a long line, the text also matches without the line feed. Trailing blanks of rows are removed, except those before the cursor.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.contains_text('ready', { rows = { from = -3, count = 3 } })
---```
---@param value string The value.
---@param where? ptywright.Where Where to search.
---@return ptywright.Matcher
function ptywright.matcher.contains_text(value, where) end

---The screen shows text that matches this RE2 pattern. With `(?m)`, `^` and `$` match at each row. Trailing blanks are removed. The row of the cursor is searched with the blanks before the cursor first, and then without them.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.screen_regex('rea.y', { region = { row = 0, col = 0, rows = 2, cols = 20 } })
---```
---@param value string The value.
---@param where? ptywright.Where Where to search.
---@return ptywright.Matcher
function ptywright.matcher.screen_regex(value, where) end

---The selector matches at least one target on the screen. In `not`, it matches none.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.selector{ type = 'exact', text = 'ready' }
---```
---@param value table The value.
---@return ptywright.Matcher
function ptywright.matcher.selector(value) end

---The end of the transcript contains this text. Escape sequences are part of the transcript.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.transcript_contains('ready')
---```
---@param value string The value.
---@return ptywright.Matcher
function ptywright.matcher.transcript_contains(value) end

---The end of the transcript contains text that matches this RE2 pattern.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.transcript_regex('rea.y')
---```
---@param value string The value.
---@return ptywright.Matcher
function ptywright.matcher.transcript_regex(value) end

---The cursor is at this row and column, counted from 0. If one of them is absent, only the other is compared.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.cursor_at(0, 0)
---```
---@param row integer From 0.
---@param col integer From 0.
---@param more? table More fields of the value.
---@return ptywright.Matcher
---@overload fun(value: { row?: integer, col?: integer }): ptywright.Matcher
function ptywright.matcher.cursor_at(row, col, more) end

---The screen has not changed visibly for this long. A screen that is already stable matches at once. After an input, the time counts from the input, whether or not the program has responded to it.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.screen_stable(300)
---```
---@param min_ms integer Minimum duration in milliseconds.
---@param more? table More fields of the value.
---@return ptywright.Matcher
---@overload fun(value: { min_ms: integer }): ptywright.Matcher
function ptywright.matcher.screen_stable(min_ms, more) end

---The program has written no output for this long, not even output that leaves the screen unchanged. After an input, the time counts from the input, whether or not the program has responded to it.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.idle(300)
---```
---@param min_ms integer Minimum duration in milliseconds.
---@param more? table More fields of the value.
---@return ptywright.Matcher
---@overload fun(value: { min_ms: integer }): ptywright.Matcher
function ptywright.matcher.idle(min_ms, more) end

---The program has ended and all of its output has been processed.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.process_exited()
---```
---@return ptywright.Matcher
function ptywright.matcher.process_exited() end

---The window title that the program has set equals, contains or matches this.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.title('build')
---```
---@param contains string Text that the title contains.
---@param more? table More fields of the value.
---@return ptywright.Matcher
---@overload fun(value: { equals?: string, contains?: string, regex?: string }): ptywright.Matcher
function ptywright.matcher.title(contains, more) end

---The bell has rung since the wait began, or after the sequence `since`.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.bell()
---```
---@param since? integer The sequence to compare with. Defaults to the start of the wait.
---@param more? table More fields of the value.
---@return ptywright.Matcher
---@overload fun(value: { since?: integer }): ptywright.Matcher
function ptywright.matcher.bell(since, more) end

---The sequence of the screen has advanced since the wait began, or past `since`.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.changed()
---```
---@param since? integer The sequence to compare with. Defaults to the start of the wait.
---@param more? table More fields of the value.
---@return ptywright.Matcher
---@overload fun(value: { since?: integer }): ptywright.Matcher
function ptywright.matcher.changed(since, more) end

---The program uses the alternate screen (`true`, the default) or the normal screen (`false`).
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.alternate_screen(true)
---```
---@param value? boolean The value.
---@return ptywright.Matcher
function ptywright.matcher.alternate_screen(value) end

---The working directory that the program reports (OSC 7, 9;9 or 1337) equals, contains or matches this.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.cwd('/tmp')
---```
---@param equals string The working directory.
---@param more? table More fields of the value.
---@return ptywright.Matcher
---@overload fun(value: { equals?: string, contains?: string, regex?: string }): ptywright.Matcher
function ptywright.matcher.cwd(equals, more) end

---A command has finished in a shell with shell integration (OSC 133), since the wait began or after event `since`.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.command_finished(0, { command = { contains = 'make' } })
---```
---@param exit_code? integer The exit code. Without it, any exit code matches.
---@param more? table More fields of the value.
---@return ptywright.Matcher
---@overload fun(value: { exit_code?: integer|nil, command?: { equals?: string, contains?: string, regex?: string }, since?: integer }): ptywright.Matcher
function ptywright.matcher.command_finished(exit_code, more) end

---The terminal has received this event from the program, since the wait began or after event `since`: a bell, a notification, a shell mark, an image.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.event('notification', { facts = { text = { contains = 'done' } } })
---```
---@param kind string The kind of event.
---@param more? table More fields of the value.
---@return ptywright.Matcher
---@overload fun(value: { kind: "title"|"icon_name"|"bell"|"cwd"|"alternate_screen"|"prompt_started"|"prompt_ended"|"command_started"|"command_finished"|"notification"|"progress"|"clipboard"|"mode"|"cursor"|"palette"|"remote_host"|"user_variable"|"image"|"file_transfer"|"focus"|"link_hovered", facts?: table, since?: integer }): ptywright.Matcher
function ptywright.matcher.event(kind, more) end

---At least one of these matches. The evidence names the first in the list that matches.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.any{ ptywright.matcher.screen_stable(300), ptywright.matcher.bell() }
---```
---@param value ptywright.Matcher[] The value.
---@return ptywright.Matcher
function ptywright.matcher.any(value) end

---All of these match at the same moment.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.all{ ptywright.matcher.idle(300), ptywright.matcher.contains_text('$') }
---```
---@param value ptywright.Matcher[] The value.
---@return ptywright.Matcher
function ptywright.matcher.all(value) end

---This does not match. After an input, it is evaluated only once something has changed.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.not_(ptywright.matcher.contains_text('loading'))
---```
---@param value ptywright.Matcher The value.
---@return ptywright.Matcher
function ptywright.matcher.not_(value) end

---A predicate of a plugin matches. In a wait of an adapter it runs in the Lua state of that adapter, otherwise in one that all sessions share.
---
---Needs `matcher.wait`.
---
---```lua
---ptywright.matcher.lua('shell', 'is_ready', { strict = true })
---```
---@param plugin string The name of the plugin.
---@param predicate string The exported function to call.
---@param params? table The parameters, which the predicate reads from `ctx.params`.
---@param more? table More fields of the value.
---@return ptywright.Matcher
---@overload fun(value: { plugin: string, predicate: string, params?: table }): ptywright.Matcher
function ptywright.matcher.lua(plugin, predicate, params, more) end

---Build a state for `classify` to return.
---
---```lua
---local state = ptywright.state('ready', { confidence = 0.9, evidence = 'a prompt' })
---assert(state.state == 'ready' and state.confidence == 0.9)
---```
---@param name string The name of the state.
---@param fields? ptywright.StateFields More fields of the state.
---@return ptywright.State # The state, for `classify` to return.
function ptywright.state(name, fields) end

---Try rules in order, and add each tried rule to the trace.
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
---@param list ptywright.Rule[] The rules, in the order in which they are tried.
---@param ctx ptywright.Context The context that is passed to the rules.
---@return ptywright.State|nil # The state of the first rule that matches; nil when no rule matches.
function ptywright.rules(list, ctx) end

---Add a rule to the trace that the plugin checked without `ptywright.rules`.
---
---```lua
---assert(ptywright.rule('asks', true, { rows = { 3 }, why = 'a question' }))
---```
---@param name string The name of the rule in the trace.
---@param matched? boolean Whether the rule matches.
---@param seen? ptywright.Seen What the rule found.
---@return boolean # The value of `matched`.
function ptywright.rule(name, matched, seen) end

---Return the text of one row.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.row(1) == '  two')
---```
---@param row integer The row number.
---@return string|nil # The text without trailing blanks; nil when the row does not exist.
function ptywright.screen.row(row) end

---Return the rows in a range, including both ends. Without arguments, returns all rows.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.rows(0, 1)[2] == 'two')
---```
---@param from? integer The first row. Defaults to the top row.
---@param to? integer The last row. Defaults to the bottom row.
---@return string[] # The texts of the rows.
function ptywright.screen.rows(from, to) end

---Return rows as one text.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.text() == 'one\ntwo')
---```
---@param from? integer The first row. Defaults to the top row.
---@param to? integer The last row. Defaults to the bottom row.
---@return string # The rows joined by line feeds, without blank rows at the end.
function ptywright.screen.text(from, to) end

---Return the first row that contains text.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.first_row() == 2)
---```
---@return integer|nil # The row number; nil on a blank screen.
function ptywright.screen.first_row() end

---Return the last row that contains text.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.last_row() == 1)
---```
---@return integer|nil # The row number; nil on a blank screen.
function ptywright.screen.last_row() end

---Return the size of the screen.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.size().cols == 80)
---```
---@return ptywright.Size # The number of rows and columns.
function ptywright.screen.size() end

---Check whether a character of disputed width was written to a row since the row was last erased. Programs and terminals count the columns of these characters differently: emoji with skin tones, joined emoji, flags, keycaps, variation selectors, Hangul jamo, Indic conjuncts, tags, invisible characters and recent additions to Unicode. Text in such a row may be in other columns than the program expects.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.uncertain())
---assert(not ptywright.screen.uncertain(0, 0))
---```
---@param from? integer The first row. Defaults to the top row.
---@param to? integer The last row. Defaults to the bottom row.
---@return boolean # Whether any of the rows is uncertain.
function ptywright.screen.uncertain(from, to) end

---Check whether a row continues the row above it because the terminal wrapped a full row. A program that positions its rows writes no row that wraps, unless it counts the columns of a character differently.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.wrapped(1, 1))
---assert(not ptywright.screen.wrapped(2, 2))
---```
---@param from? integer The first row. Defaults to the top row.
---@param to? integer The last row. Defaults to the bottom row.
---@return boolean # Whether any of the rows continues the row above it.
function ptywright.screen.wrapped(from, to) end

---Return the text of rows in a range, without borders and common indentation.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.block().text == 'a\n  b')
---```
---@param from? integer The first row. Defaults to the top row.
---@param to? integer The last row. Defaults to the bottom row.
---@return ptywright.Block # The text of the rows.
function ptywright.screen.block(from, to) end

---Return the text of the rows strictly between two rows.
---
---Needs `screen.read`.
---
---```lua
---local lines = ptywright.screen.find_all('──', { at = 'start' })
---assert(ptywright.screen.between(lines[1], lines[2]).text == 'draft')
---```
---@param top integer|table A row number, or a table with a field `row`, such as a match.
---@param bottom? integer|table A row number, or a table with a field `row`. Defaults to the end of the screen.
---@return ptywright.Block # The text of the rows.
function ptywright.screen.between(top, bottom) end

---Split the text of the screen into body and status, like `ctx.body_text` and `ctx.status_text`.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.split(1).status == 'status')
---```
---@param status_rows? integer The number of status rows at the bottom. Defaults to 3.
---@return ptywright.Split # Both parts.
function ptywright.screen.split(status_rows) end

---Find a text.
---
---Needs `screen.read`.
---
---```lua
---local found = ptywright.screen.find('READY', { ignore_case = true })
---assert(found.row == 0 and found.col == 5 and found.end_col == 10)
---```
---@param text string|string[] The literal text to find. With several texts, any of them.
---@param options? ptywright.FindOptions Where and how to search.
---@return ptywright.Found|nil # The first match from the top.
function ptywright.screen.find(text, options) end

---Find the last occurrence of a text.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.find_last('$', { at = 'start' }).row == 1)
---```
---@param text string|string[] The literal text to find. With several texts, any of them.
---@param options? ptywright.FindOptions Where and how to search.
---@return ptywright.Found|nil # The last match, nearest to the bottom.
function ptywright.screen.find_last(text, options) end

---Find all occurrences of a text.
---
---Needs `screen.read`.
---
---```lua
---assert(#ptywright.screen.find_all('a') == 3)
---```
---@param text string|string[] The literal text to find. With several texts, any of them.
---@param options? ptywright.FindOptions Where and how to search.
---@return ptywright.Found[] # At most 1000 matches.
function ptywright.screen.find_all(text, options) end

---Check whether a text is on the screen.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.has({ 'Discard changes?', 'Save changes?' }, { at = 'whole' }))
---```
---@param text string|string[] The literal text to find. With several texts, any of them.
---@param options? ptywright.FindOptions Where and how to search.
---@return boolean # Whether the text is on the screen.
function ptywright.screen.has(text, options) end

---Find all matches of a pattern, row by row.
---
---Needs `screen.read`.
---
---```lua
---assert(#ptywright.screen.match_all('%d+') == 2)
---```
---@param pattern string A Lua pattern.
---@param options? ptywright.MatchOptions Where to search.
---@return ptywright.Matched[] # At most 1000 matches.
function ptywright.screen.match_all(pattern, options) end

---Find the first match of a pattern.
---
---Needs `screen.read`.
---
---```lua
---local step = ptywright.screen.match('step (%d+) of (%d+)')
---assert(step.col == 3 and step.captures[2] == '12')
---```
---@param pattern string A Lua pattern.
---@param options? ptywright.MatchOptions Where to search.
---@return ptywright.Matched|nil # The first match from the top.
function ptywright.screen.match(pattern, options) end

---Return the cursor.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.cursor().col == 6)
---```
---@return ptywright.Cursor # The position and visibility of the cursor.
function ptywright.screen.cursor() end

---Return the text of the row that contains the cursor.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.cursor_row():find('>') == 1)
---```
---@return string # The text of the whole row.
function ptywright.screen.cursor_row() end

---Return the text left of the cursor. Often it is a prompt and typed input.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.before_cursor() == 'name? ada')
---```
---@return string # The text, including blanks between the text and the cursor.
function ptywright.screen.before_cursor() end

---Return the text right of the cursor. Often it is a hint that disappears when the user types.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.after_cursor() == 'try a question')
---```
---@return string # The text from the cell under the cursor.
function ptywright.screen.after_cursor() end

---Return the character in one cell.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.char_at(0, 3) == 'b')
---```
---@param row integer The row.
---@param col integer The column.
---@return string # The character. Empty in the second column of a wide character, and a space in an empty cell.
function ptywright.screen.char_at(row, col) end

---Return the runs of a row. A run is a group of adjacent cells with the same style.
---
---Needs `screen.read`.
---
---```lua
---local runs = ptywright.screen.runs(0)
---assert(runs[2].text == "bold" and runs[2].bold and runs[2].col == 6)
---```
---@param row integer The row.
---@return ptywright.Run[] # From left to right.
function ptywright.screen.runs(row) end

---Return the style of one cell.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.style_at(0, 3).bold)
---```
---@param row integer The row.
---@param col integer The column.
---@return ptywright.Style # The style, empty for a cell of the default style.
function ptywright.screen.style_at(row, col) end

---Return the runs of a row that have a given style.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.styled(0, { inverse = true })[1].text == 'no')
---```
---@param row integer The row.
---@param style ptywright.Wanted The style to look for.
---@return ptywright.Run[] # The runs with that style.
function ptywright.screen.styled(row, style) end

---Return the rows that contain a run of a given style.
---
---Needs `screen.read`.
---
---```lua
---assert(ptywright.screen.styled_rows({ inverse = true })[1] == 1)
---```
---@param style ptywright.Wanted The style to look for.
---@param from? integer The first row. Defaults to the top row.
---@param to? integer The last row. Defaults to the bottom row.
---@return integer[] # The row numbers.
function ptywright.screen.styled_rows(style, from, to) end

---Remove blanks from both ends, including no-break spaces.
---
---```lua
---assert(ptywright.text.trim('\u{a0} x ') == 'x')
---```
---@param text string The text.
---@return string # The trimmed text.
function ptywright.text.trim(text) end

---Remove the border of a box and blanks from both ends.
---
---```lua
---assert(ptywright.text.unbox('│ Save? │') == 'Save?')
---```
---@param text string The text.
---@return string # The text without the border.
function ptywright.text.unbox(text) end

---Replace each run of blanks and line feeds with one space, so that text compares equal however it was wrapped.
---
---```lua
---assert(ptywright.text.squeeze(' do you\n   agree?') == 'do you agree?')
---```
---@param text string The text.
---@return string # The text as one line.
function ptywright.text.squeeze(text) end

---Normalize a text for comparison. Composes letters, and removes blanks, characters without width and emoji modifiers, because terminals display these differently.
---
---```lua
---assert(ptywright.text.visible('ét​ é') == 'été')
---```
---@param text string The text.
---@return string # The text to compare.
function ptywright.text.visible(text) end

---Remove the common indentation of lines.
---
---```lua
---assert(ptywright.text.dedent('\n  a\n    b\n') == 'a\n  b')
---```
---@param text string The text.
---@return string # The lines without common indentation and without blank lines at the start and end.
function ptywright.text.dedent(text) end

---Split a text at its line feeds.
---
---```lua
---assert(#ptywright.text.lines('a\n\nb') == 3)
---```
---@param text string The text.
---@return string[] # The lines.
function ptywright.text.lines(text) end

---Remove escape sequences from raw output. Of an overwritten line, keep only the text that was written last.
---
---```lua
---assert(ptywright.text.printed('\27[1m10 %\r100 %\27[m') == '100 %')
---```
---@param text string The text.
---@return string # The readable lines.
function ptywright.text.printed(text) end

---Return how many columns a text takes, counted as the current session counts them.
---
---```lua
---assert(ptywright.text.width('漢字') == 4)
---```
---@param text string The text.
---@return integer # The number of columns.
function ptywright.text.width(text) end

---Convert letters of all alphabets to lower case.
---
---```lua
---assert(ptywright.text.lower('ÄRGER') == 'ärger')
---```
---@param text string The text.
---@return string # The text in lower case.
function ptywright.text.lower(text) end

---Check whether a text contains another text.
---
---```lua
---assert(ptywright.text.has('Press any key', { 'enter', 'any key' }) == 'any key')
---```
---@param text string The text.
---@param part string|string[] The text to look for. With several texts, any of them.
---@param ignore_case? boolean Whether to ignore the difference between upper and lower case.
---@return string|nil # The text that was found, of several the first in the list. nil when none was found.
function ptywright.text.has(text, part, ignore_case) end

---Check whether a text begins with another text.
---
---```lua
---assert(ptywright.text.starts('Error: no', 'error:', true))
---```
---@param text string The text.
---@param part string|string[] The text to look for. With several texts, any of them.
---@param ignore_case? boolean Whether to ignore the difference between upper and lower case.
---@return string|nil # The text that was found, of several the first in the list. nil when none was found.
function ptywright.text.starts(text, part, ignore_case) end

---Check whether a text ends with another text.
---
---```lua
---assert(not ptywright.text.ends('Working…', '.'))
---```
---@param text string The text.
---@param part string|string[] The text to look for. With several texts, any of them.
---@param ignore_case? boolean Whether to ignore the difference between upper and lower case.
---@return string|nil # The text that was found, of several the first in the list. nil when none was found.
function ptywright.text.ends(text, part, ignore_case) end

---Encode a value as JSON.
---
---```lua
---local json = ptywright.json
---assert(json.encode({ a = json.null }) == '{"a":null}' and json.encode({ 1, 2 }) == '[1,2]')
---```
---@param value any The value. Functions and tables that contain themselves raise an error.
---@param pretty? boolean Whether to indent the JSON.
---@return string # The JSON text.
function ptywright.json.encode(value, pretty) end

---Decode JSON. Invalid JSON raises an error.
---
---```lua
---local value = ptywright.json.decode('{"list":[1,null]}')
---assert(value.list[1] == 1 and value.list[2] == ptywright.json.null)
---```
---@param text string The JSON text of one value.
---@return any # The value, with `ptywright.json.null` for null.
function ptywright.json.decode(text) end

---Create a list that is encoded as a JSON array even when it is empty.
---
---```lua
---assert(ptywright.json.encode(ptywright.json.array()) == '[]')
---```
---@param list? table The items. An empty table counts as an empty list.
---@return table # A list with the same items.
function ptywright.json.array(list) end

---Log a message that helps to find a mistake in the plugin.
---
---```lua
---ptywright.log.debug('something')
---```
---@param text string One line.
function ptywright.log.debug(text) end

---Log an expected event. `print` does the same.
---
---```lua
---ptywright.log.info('something')
---```
---@param text string One line.
function ptywright.log.info(text) end

---Log an unexpected condition that the plugin handled.
---
---```lua
---ptywright.log.warn('something')
---```
---@param text string One line.
function ptywright.log.warn(text) end

---Log an error.
---
---```lua
---ptywright.log.error('something')
---```
---@param text string One line.
function ptywright.log.error(text) end
