-- The state of a shell, as rules over its marks and its screen.

local command = require "command"
local marks = require "marks"
local screens = require "screens"

local state = {}

-- A prompt without an end mark, because other code sets it again, counts after this long without output.
local unmarked_prompt_ms = 150
-- Input that neither starts nor gets a continuation prompt is incomplete: fish indicates this by silence.
local silence_ms = 400
local settled_ms = 100

-- Whether the submitted command has ended. A redrawn prompt keeps its number.
local function answered(submitted, list)
  if not submitted then return true end
  for at = #list, 1, -1 do
    local mark = list[at]
    if submitted.inline then
      if mark.letter == "D" and mark.nonce == submitted.nonce then return true end
    elseif mark.letter == "A" then
      return mark.nonce ~= submitted.nonce or mark.number > submitted.number
    end
  end
  return false
end

local function view_of(ctx, submitted, brief)
  local list = marks.all(ctx, submitted and submitted.inline and submitted.nonce)
  local last = list[#list]
  return {
    ctx = ctx,
    list = list,
    last = last,
    submitted = submitted,
    brief = brief,
    answered = answered(submitted, list),
    begun = last ~= nil and last.letter == "C",
    -- After a command between its own marks, only the screen identifies the prompt.
    inline_ended = last ~= nil and last.letter == "D" and last.number == 0,
  }
end

local function latest_command(view)
  if view.brief then return nil end
  local submitted = view.submitted
  return { command = command.last(view.ctx, view.list, submitted and submitted.text) }
end

local rules = {}

local function rule(name, of, when, confidence)
  rules[#rules + 1] = { name = name, state = of, when = when, confidence = confidence }
end

rule("the process has ended", "exited", function(view)
  if not view.ctx.process_exited then return nil end
  local exit = view.ctx.exit or {}
  return { evidence = "the process has ended", metadata = { exit_code = exit.exit_code, signal = exit.signal } }
end)

local function at_marked_prompt(view)
  return view.last and view.answered and not view.begun and view.last.letter ~= "D"
end

-- A question stays. Other output may look like a question for a moment.
local function asking(view, found, evidence, metadata)
  if not found then return nil end
  if view.ctx.stable_ms < settled_ms then
    return { rows = { found.row }, state = "running", evidence = "it may be temporary", recheck_ms = settled_ms }
  end
  return { rows = { found.row }, evidence = evidence .. found.words, metadata = metadata }
end

rule("a password prompt", "password_prompt", function(view)
  if at_marked_prompt(view) then return { matched = false, why = "the shell is at its prompt" } end
  local found = screens.password()
  return asking(view, found, "the cursor is behind ", found and { prompt = found.words })
end, 0.9)

rule("a pager waits for a key", "pager", function(view)
  if at_marked_prompt(view) then return { matched = false, why = "the shell is at its prompt" } end
  return asking(view, screens.pager(), "the last row is a pager's: ")
end, 0.9)

rule("the shell marks the rest of a command", "continuation", function(view)
  if not view.last or view.last.letter ~= "continuation" then return nil end
  -- Each line but the last of a multiline command gets this prompt.
  if not view.answered and view.ctx.stable_ms < silence_ms then
    return { state = "running", evidence = "the rest of the command may still arrive", recheck_ms = silence_ms }
  end
  return { evidence = "the shell asks for the rest of the command" }
end)

rule("what was sent has not begun", "continuation", function(view)
  if view.answered or view.begun then return nil end
  if view.ctx.stable_ms < silence_ms then return { matched = false, why = "it may still start" } end
  return { evidence = "the shell has started no command, and prints nothing" }
end, 0.7)

rule("a command runs that was submitted", "running", function(view)
  if view.answered then return nil end
  return {
    evidence = view.begun and "the command has started" or "the command was sent",
    metadata = { command = { text = view.submitted.text }, full_screen = view.ctx.alternate_screen or nil },
    recheck_ms = not view.begun and silence_ms or nil,
  }
end)

rule("the shell marks a command", "running", function(view)
  if not view.last or not (view.begun or view.last.letter == "D") or view.inline_ended then return nil end
  return {
    evidence = view.begun and "the shell has started a command" or "the prompt is not printed yet",
    metadata = { full_screen = view.ctx.alternate_screen or nil },
  }
end)

rule("the shell marks a prompt", "ready", function(view)
  if not view.last or (view.last.letter ~= "B" and view.last.letter ~= "A") then return nil end
  if view.last.letter == "A" and view.ctx.stable_ms < unmarked_prompt_ms then
    return { state = "running", evidence = "the prompt is being printed", recheck_ms = unmarked_prompt_ms }
  end
  return { evidence = "the shell has marked its prompt", metadata = latest_command(view) }
end)

rule("output has washed all marks away", "running", function(view)
  return marks.are_set_up(view.ctx) and not view.last and { evidence = "the recent output contains no mark of the shell" }
end, 0.7)

rule("a blank screen", "starting", function()
  return not ptywright.screen.last_row() and { evidence = "the screen is blank" }
end)

rule("something like a second prompt", "continuation", function()
  local found = screens.continuation()
  return found and { rows = { found.row }, evidence = "the row of the cursor looks like a second prompt" }
end, 0.5)

rule("something like a prompt", "ready", function(view)
  local found = screens.prompt()
  if not found then return nil end
  if view.ctx.stable_ms < settled_ms then
    return { rows = { found.row }, state = "running", evidence = "this may be a prompt", recheck_ms = settled_ms }
  end
  return {
    rows = { found.row },
    evidence = "the row of the cursor ends like a prompt",
    metadata = latest_command(view),
  }
end, 0.6)

rule("something runs", "running", function(view)
  return { evidence = "nothing waits for input", metadata = { full_screen = view.ctx.alternate_screen or nil } }
end, 0.5)

-- Whether the cursor is after something like a prompt, independent of the marks.
function state.looks_like_prompt() return screens.prompt() ~= nil end

-- The rules share one view of the context. `submitted` is the command that a prompt has yet to answer. `brief` leaves
-- out the output of the last command.
function state.of(ctx, submitted, brief)
  local view = view_of(ctx, submitted, brief)
  local list = {}
  for at, one in ipairs(rules) do
    local when = function() return one.when(view) end
    list[at] = { name = one.name, state = one.state, confidence = one.confidence, when = when }
  end
  return ptywright.rules(list, ctx)
end

return state
