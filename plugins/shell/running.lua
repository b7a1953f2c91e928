-- Sends input to a shell: the question that sets up its marks, and commands.

local kinds = require "kinds"
local marks = require "marks"
local shell_state = require "state"

local action, matcher = ptywright.action, ptywright.matcher

local running = {}

-- The last command: { nonce, number of its prompt, text, inline }. It ends when a later prompt appears.
local submitted

local prompt_ms = 15000
local silence_ms = 1500
local answer_ms = 10000
-- A command starts within this time.
local pause_ms = 400
-- A shell that was asked to mark its prompts and is silent for this long will not do it.
local refusal_ms = 2000

function running.submitted() return submitted end

-- Whether the shell is in one of these states. In a condition, it is checked again when the state may change by itself.
local function rests(ctx, states)
  local state = shell_state.of(ctx, submitted, true)
  for _, name in ipairs(states) do
    if state.state == name then return state end
  end
  if state.recheck_ms then ctx:recheck(state.recheck_ms) end
end

local function refuse(ctx, state) ctx:fail("the shell is not ready but %s: %s", state.state, state.evidence) end

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
local function type_command(ctx, text)
  if ctx.modes.bracketed_paste then ctx:paste(text) else ctx:type((text:gsub("\n", "\r"))) end
end

-- A prompt may look like anything. The caller of `run` knows that this is a shell, so silence counts as a prompt, too.
local function wait_for_prompt(ctx)
  local prompt = function(now) return rests(now, { "ready" }) end
  ctx:expect({ prompt, matcher.screen_stable(silence_ms) }, { within = prompt_ms, why = "a prompt" })
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
local function wait_for_inner_prompt(ctx)
  if awaits_beginning(ctx) then
    ctx:expect(mark_of "C", { within = refusal_ms, why = "the start of the sent command" })
  end
  ctx:expect({ shell_state.looks_like_prompt, matcher.screen_stable(silence_ms) },
    { within = prompt_ms, why = "the prompt of the inner program" })
  if not shell_state.looks_like_prompt() then refuse(ctx, shell_state.of(ctx, submitted, true)) end
end

-- Asks the shell for its kind, then makes it mark its prompts. Returns false if it does not: marks count only after they
-- were seen.
local function set_up_marks(ctx)
  local question = kinds.question
  local question_rows = (ctx.screen_cursor.col + #question) // ctx.size.cols + 1
  ctx:type(question)
  ctx:press("enter")
  ctx:expect(matcher.transcript_contains(kinds.answered),
    { within = answer_ms, why = "the kind of the shell (sh, bash, zsh, fish and similar shells report it)" })
  -- The shell has reported its kind and reads one line without echo.
  local kind, nonce = kinds.of_answer(ctx.transcript), marks.nonce()
  submitted = nil
  ctx:type(kinds.setup(kind, nonce, question_rows))
  ctx:press("enter")
  local first_prompt = matcher.transcript_contains(("\27]133;B;aid=%s.1\7"):format(nonce))
  ctx:expect({ first_prompt, matcher.screen_stable(refusal_ms) },
    { within = answer_ms, why = "the first marked prompt" })
  if not ctx.transcript:find(("\27]133;A;aid=%s."):format(nonce), 1, true) then return false end
  ctx:send(action.mark_transcript(marks.label(nonce, kind)))
  ctx:flush()
  return true
end

local function note(nonce, number, text, inline)
  submitted = { nonce = nonce, number = number, text = text, inline = inline }
end

local function submit(ctx, text, inline)
  if inline or not marks.are_set_up(ctx) then
    local nonce = marks.nonce()
    type_command(ctx, kinds.inline(text, nonce))
    note(nonce, 0, text, true)
  else
    local prompt = marks.newest(marks.all(ctx), "A")
    -- The mark of the current prompt has left the transcript. Enter brings a new prompt.
    while not prompt do
      ctx:press("enter")
      ctx:expect(matcher.transcript_contains("\27]133;B;aid="), { why = "a marked prompt" })
      prompt = marks.newest(marks.all(ctx), "A")
    end
    type_command(ctx, kinds.command(marks.kind(ctx, prompt.nonce), text))
    note(prompt.nonce, prompt.number, text)
  end
  ctx:press("enter")
  return { last_intent = "command_submitted" }
end

-- Runs `command`. Its output and exit status are in `metadata.command` of the next `ready` state.
function running.run(params, ctx)
  local text, inline = command_of(params), params.how == "inline"
  local state = shell_state.of(ctx, submitted, true)
  if state.state ~= "ready" then
    if marks.are_set_up(ctx) or (state.state ~= "starting" and state.state ~= "running") then refuse(ctx, state) end
    wait_for_prompt(ctx)
  end
  if not inline and not marks.are_set_up(ctx) then set_up_marks(ctx) end
  return submit(ctx, text, inline)
end

-- Makes the shell mark its prompts. Sends nothing if it already does. Also sets up a shell that runs inside it.
function running.setup(_, ctx)
  local state = shell_state.of(ctx, submitted, true)
  local has_marks = marks.are_set_up(ctx)
  if state.state == "ready" then
    if has_marks then return {} end
  elseif awaits_beginning(ctx) then
    wait_for_inner_prompt(ctx)
  elseif state.state ~= "starting" and state.state ~= "running" then
    refuse(ctx, state)
  elseif state.state == "starting" or not shell_state.looks_like_prompt() then
    if has_marks then wait_for_inner_prompt(ctx) else wait_for_prompt(ctx) end
  end
  if not set_up_marks(ctx) then ctx:fail("setup failed: the shell does not mark its prompts") end
end

-- Types text literally, then Enter unless `enter` is false.
function running.send_input(params, ctx)
  if params.text and params.text ~= "" then ctx:type(params.text) end
  if params.enter == false then return { last_intent = "input_sent" } end
  local prompt = marks.are_set_up(ctx) and marks.newest(marks.all(ctx), "A")
  local submits = prompt and shell_state.of(ctx, submitted, true).state == "ready"
  ctx:press("enter")
  if not submits then return { last_intent = "input_sent" } end
  note(prompt.nonce, prompt.number, params.text)
  return { last_intent = "command_submitted" }
end

-- Lets a command that was just sent start. Until then, Control-C is a key of the line editor or has no effect.
function running.interrupt(_, ctx)
  if submitted and not submitted.inline and shell_state.of(ctx, submitted, true).state == "running" then
    ctx:expect(matcher.any { mark_of "C", matcher.screen_stable(pause_ms) }, { why = "the start of the command" })
  end
  ctx:send(action.interrupt())
  -- Input that never started is dropped with its line. The next prompt may have no higher number.
  if submitted and shell_state.of(ctx, submitted, true).state == "continuation" then
    local prompt = matcher.any { mark_of "B", matcher.process_exited(), matcher.screen_stable(silence_ms) }
    submitted = nil
    ctx:expect(prompt, { why = "a prompt" })
  end
  return { last_intent = "interrupted" }
end

-- Waits

local function wait_for(states)
  return matcher.lua(ptywright.plugin.name, "rests", { states = states })
end

function running.end_of_turn()
  return matcher.any { wait_for { "ready", "continuation", "password_prompt", "pager" }, matcher.process_exited() }
end

function running.at_prompt() return wait_for { "ready" } end

return running
