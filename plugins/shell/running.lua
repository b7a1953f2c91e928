-- What is sent to a shell: the question by which its marks are set up, and commands.

local kinds = require "kinds"
local marks = require "marks"
local shell_state = require "state"

local action, matcher = ptywright.action, ptywright.matcher

local running = {}

-- What was sent last: { nonce, number of its prompt, text, inline }. It is over when a later prompt comes.
local submitted
-- The rows on which the question was typed.
local question_rows = 1

local prompt_ms = 15000
local silence_ms = 1500
local answer_ms = 10000
-- A command that begins does so in this time.
local pause_ms = 400
-- A shell that is told to mark its prompts and says nothing for so long will not.
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
  if type(text) ~= "string" or not text:find("%S") then error("command: a text is needed", 0) end
  text = text:gsub("\r\n", "\n"):gsub("\n+$", "")
  if text:find("[\0-\8\11-\31\127]") then
    error("command: control characters are keys, and send_input takes them", 0)
  end
  return text
end

-- Programs that know bracketed paste take text as it is; in others line feeds are keys.
local function typed(ctx, text)
  if ctx.modes.bracketed_paste then return action.bracketed_paste(text) end
  return action.text((text:gsub("\n", "\r")))
end

-- A prompt may look like anything: whoever asks for a command says that this is a shell, so silence is one as well.
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
  enter.why = "what kind of shell this is (sh, bash, zsh, fish and what is like them can say)"
  return { actions = { action.text(question), enter }, next = "_set_up" }
end

-- Runs `command`. What it prints and how it ends is in `metadata.command` of the `ready` that follows.
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

-- Until what was sent has begun, the line editor of the outer shell takes what is typed.
local function awaits_beginning(ctx)
  if not submitted or submitted.inline then return false end
  local list = marks.all(ctx)
  local last = list[#list]
  return last ~= nil and last.number == submitted.number and (last.letter == "A" or last.letter == "B")
end

-- A shell that runs inside is there once it prompts, and what was sent has begun by then. On a busy machine that takes
-- longer than silence means a command that is not complete.
local function inner_prompt(ctx)
  local prompt = matcher.any { matcher.lua(ptywright.plugin.name, "prompts"), matcher.screen_stable(silence_ms) }
  local actions = { { expect = prompt, timeout_ms = prompt_ms, why = "the prompt of what runs" } }
  if awaits_beginning(ctx) then
    table.insert(actions, 1, { expect = mark_of "C", timeout_ms = refusal_ms, why = "the command that was sent begin" })
  end
  return { actions = actions, next = "_set_up_inside" }
end

-- Has the shell mark its prompts. Where it does already, nothing is sent; a shell inside of it is told as well.
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

-- The shell has said what it is, and reads one line without an echo.
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

-- Marks are relied upon only once they were seen.
function running.confirm(params, ctx)
  local expected = running.expected
  local come = ctx.transcript:find(("\27]133;A;aid=%s."):format(expected.nonce), 1, true)
  if not come then
    if not params.command then error("the shell does not mark its prompts, though it was told to", 0) end
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

-- A prompt whose mark was washed out of the transcript is asked for anew.
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

-- Types text as it is, and Enter behind it unless `enter` is false.
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

-- A command that was just sent is let begin: until then Control-C is a key of the line editor, if it is anything.
function running.interrupt(params, ctx)
  if not submitted or submitted.inline then return running.interrupt_now(params, ctx) end
  if shell_state.of(ctx, submitted, true).state ~= "running" then return running.interrupt_now(params, ctx) end
  local begun = matcher.any { mark_of "C", matcher.screen_stable(pause_ms) }
  return { actions = { { expect = begun, why = "the command has begun" } }, next = "_interrupt" }
end

-- What was typed and never began is dropped with its line, and perhaps without a prompt of a higher number.
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
