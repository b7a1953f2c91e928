-- Sends input to a shell: the question that sets up its marks, and commands.

local kinds = require "kinds"
local marks = require "marks"
local shell_state = require "state"

local action, matcher = ptywright.action, ptywright.matcher

local running = {}

-- The last command: { nonce, number of its prompt, text, inline }. It ends when a later prompt appears.
local submitted
-- The number of rows on which the question was typed.
local question_rows = 1

local prompt_ms = 15000
local silence_ms = 1500
local answer_ms = 10000
-- A command starts within this time.
local pause_ms = 400
-- A shell that was asked to mark its prompts and is silent for this long will not do it.
local refusal_ms = 2000

function running.submitted() return submitted end

local function rests(states)
  return matcher.lua(ptywright.plugin.name, "rests", { states = states, submitted = submitted })
end

function running.end_of_turn()
  return matcher.any { rests { "ready", "continuation", "password_prompt", "pager" }, matcher.process_exited() }
end

function running.at_prompt() return rests { "ready" } end

local function refuse(state)
  error(("the shell is not ready but %s: %s"):format(state.state, state.evidence), 0)
end

local function command_of(params)
  local text = params.command
  if type(text) ~= "string" or not text:find("%S") then error("command: expected a non-empty string", 0) end
  text = text:gsub("\r\n", "\n"):gsub("\n+$", "")
  if text:find("[\0-\8\11-\31\127]") then
    error("command: control characters are not allowed; use send_input for keys", 0)
  end
  return text
end

-- Programs with bracketed paste take text literally. In others, line feeds are keys.
local function typed(ctx, text)
  if ctx.modes.bracketed_paste then return action.bracketed_paste(text) end
  return action.text((text:gsub("\n", "\r")))
end

-- A prompt may look like anything. The caller of `run` knows that this is a shell, so silence counts as a prompt, too.
local function waiting(next_function)
  local prompt = matcher.any { running.at_prompt(), matcher.screen_stable(silence_ms) }
  return { actions = { { expect = prompt, timeout_ms = prompt_ms, why = "a prompt" } }, next = next_function }
end

local function asking(ctx)
  local question = kinds.question
  question_rows = (ctx.screen_cursor.col + #question) // ctx.size.cols + 1
  local enter = action.key("enter")
  enter.expect = matcher.transcript_contains(kinds.answered)
  enter.timeout_ms = answer_ms
  enter.why = "the kind of the shell (sh, bash, zsh, fish and similar shells report it)"
  return { actions = { action.text(question), enter }, next = "_set_up" }
end

-- Runs `command`. Its output and exit status are in `metadata.command` of the next `ready` state.
function running.run(params, ctx)
  command_of(params)
  local state = shell_state.of(ctx, submitted, true)
  if state.state == "ready" then return running.prepare(params, ctx) end
  if marks.told(ctx) or (state.state ~= "starting" and state.state ~= "running") then refuse(state) end
  return waiting("_prepare")
end

local function mark_of(letter)
  return matcher.transcript_contains(("\27]133;%s;aid=%s.%d\7"):format(letter, submitted.nonce, submitted.number))
end

-- Until the command starts, the line editor of the outer shell reads the input.
local function awaits_beginning(ctx)
  if not submitted or submitted.inline then return false end
  local list = marks.all(ctx)
  local last = list[#list]
  return last ~= nil and last.number == submitted.number and (last.letter == "A" or last.letter == "B")
end

-- An inner shell is ready when it prompts, and the submitted command has started by then. On a busy machine, that takes
-- longer than the silence of an incomplete command.
local function inner_prompt(ctx)
  local prompt = matcher.any { matcher.lua(ptywright.plugin.name, "prompts"), matcher.screen_stable(silence_ms) }
  local actions = { { expect = prompt, timeout_ms = prompt_ms, why = "the prompt of the inner program" } }
  if awaits_beginning(ctx) then
    table.insert(actions, 1, { expect = mark_of "C", timeout_ms = refusal_ms, why = "the start of the sent command" })
  end
  return { actions = actions, next = "_set_up_inside" }
end

-- Makes the shell mark its prompts. Sends nothing if it already does. Also sets up a shell that runs inside it.
function running.setup(_, ctx)
  local state = shell_state.of(ctx, submitted, true)
  if state.state == "ready" then return marks.told(ctx) and {} or asking(ctx) end
  if awaits_beginning(ctx) then return inner_prompt(ctx) end
  if state.state ~= "starting" and state.state ~= "running" then refuse(state) end
  if state.state == "running" and shell_state.looks_like_prompt() then return asking(ctx) end
  return marks.told(ctx) and inner_prompt(ctx) or waiting("_prepare")
end

function running.prepare(params, ctx)
  if params.how == "inline" or marks.told(ctx) then return running.submit(params, ctx) end
  return asking(ctx)
end

function running.set_up_inside(_, ctx)
  if shell_state.looks_like_prompt() then return asking(ctx) end
  refuse(shell_state.of(ctx, submitted, true))
end

-- The shell has reported its kind and reads one line without echo.
function running.set_up(_, ctx)
  local kind = kinds.of_answer(ctx.transcript)
  local nonce = marks.nonce()
  local enter = action.key("enter")
  enter.expect = matcher.any {
    matcher.transcript_contains(("\27]133;B;aid=%s.1\7"):format(nonce)),
    matcher.screen_stable(refusal_ms),
  }
  enter.timeout_ms = answer_ms
  enter.why = "the first marked prompt"
  submitted = nil
  running.expected = { nonce = nonce, kind = kind }
  return { actions = { action.text(kinds.setup(kind, nonce, question_rows)), enter }, next = "_confirm" }
end

-- Marks count only after they were seen.
function running.confirm(params, ctx)
  local expected = running.expected
  local come = ctx.transcript:find(("\27]133;A;aid=%s."):format(expected.nonce), 1, true)
  if not come then
    if not params.command then error("setup failed: the shell does not mark its prompts", 0) end
    return running.submit(params, ctx)
  end
  return {
    actions = { action.mark_transcript(marks.label(expected.nonce, expected.kind)) },
    next = params.command and "_submit" or nil,
  }
end

local function sent(actions, nonce, number, text, inline)
  submitted = { nonce = nonce, number = number, text = text, inline = inline }
  return { actions = actions, last_intent = "command_submitted" }
end

-- Requests a new prompt when the mark of the current one has left the transcript.
local function asking_for_prompt()
  local enter = action.key("enter")
  enter.expect = matcher.transcript_contains("\27]133;B;aid=")
  enter.why = "a marked prompt"
  return { actions = { enter }, next = "_submit" }
end

function running.submit(params, ctx)
  if not params.command then return {} end
  local text = command_of(params)
  local enter = action.key("enter")
  if params.how == "inline" or not marks.told(ctx) then
    local nonce = marks.nonce()
    return sent({ typed(ctx, kinds.inline(text, nonce)), enter }, nonce, 0, text, true)
  end
  local prompt = marks.newest(marks.all(ctx), "A")
  if not prompt then return asking_for_prompt() end
  local kind = marks.kind(ctx, prompt.nonce)
  return sent({ typed(ctx, kinds.command(kind, text)), enter }, prompt.nonce, prompt.number, text)
end

-- Types text literally, then Enter unless `enter` is false.
function running.send_input(params, ctx)
  local actions = {}
  if params.text and params.text ~= "" then actions[1] = action.text(params.text) end
  if params.enter == false then return { actions = actions, last_intent = "input_sent" } end
  actions[#actions + 1] = action.key("enter")
  local prompt = marks.told(ctx) and marks.newest(marks.all(ctx), "A")
  if prompt and shell_state.of(ctx, submitted, true).state == "ready" then
    return sent(actions, prompt.nonce, prompt.number, params.text)
  end
  return { actions = actions, last_intent = "input_sent" }
end

-- Lets a command that was just sent start. Until then, Control-C is a key of the line editor or has no effect.
function running.interrupt(params, ctx)
  if not submitted or submitted.inline then return running.interrupt_now(params, ctx) end
  if shell_state.of(ctx, submitted, true).state ~= "running" then return running.interrupt_now(params, ctx) end
  local begun = matcher.any { mark_of "C", matcher.screen_stable(pause_ms) }
  return { actions = { { expect = begun, why = "the start of the command" } }, next = "_interrupt" }
end

-- Input that never started is dropped with its line. The next prompt may have no higher number.
function running.interrupt_now(_, ctx)
  local interrupt = action.interrupt()
  if submitted and ctx and shell_state.of(ctx, submitted, true).state == "continuation" then
    interrupt.expect = matcher.any { mark_of "B", matcher.process_exited(), matcher.screen_stable(silence_ms) }
    interrupt.why = "a prompt"
    submitted = nil
  end
  return { actions = { interrupt }, last_intent = "interrupted" }
end

return running
