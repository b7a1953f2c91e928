-- The state of Claude Code, as rules over what stands at the bottom of the screen. Structure comes before words: a
-- composer where it belongs means that no dialog is there, whatever the rows above it say.

local access = require "access"
local activity = require "activity"
local answer = require "answer"
local composer = require "composer"
local events = require "events"
local footer = require "footer"
local pages = require "pages"
local panel = require "panel"
local permission = require "permission"
local plan = require "plan"
local plain = require "plain"
local problem = require "problem"
local question = require "question"
local turn = require "turn"
local usage = require "usage"
local version = require "version"
local view = require "view"

local state = {}

-- How long a half-drawn screen may keep the state that was there before it.
local drawing_ms = 120
-- A turn that was cancelled has ended when nothing has moved for this long, though no row says so.
local settled_ms = 150
-- A turn that shows no sign of running is believed to run for this long after the screen last moved.
local silent_ms = 1500

-- Everything that rules look at; each part is read once, and only when it is asked for.
local parts = {
  version = function(seen) return version.of(seen.view) end,
  plain = function(seen) return plain.is(seen.view) end,
  composer = function(seen) return (seen.plain and plain.composer or composer.of)(seen.view) or false end,
  footer = function(seen)
    if seen.plain and seen.composer then return plain.footer(seen.view, seen.composer) end
    return footer.below(seen.view, seen.composer and seen.composer.bottom or seen.view.last)
  end,
  panel = function(seen) return not seen.composer and (seen.plain and plain.panel or panel.of)(seen.view) or false end,
  turn = function(seen)
    if seen.plain then return plain.turn(seen.view, seen.composer or nil) end
    local last = seen.composer and composer.above(seen.composer, seen.view) or seen.view.last
    return turn.of(seen.view, last + 1)
  end,
  title = function(seen) return activity.title(seen.view.title) or false end,
  problem = function(seen) return problem.final(seen.view, seen.turn, seen.composer) or false end,
}

local Seen = {
  __index = function(seen, name)
    local read = parts[name]
    if not read then return nil end
    local value = read(seen)
    rawset(seen, name, value)
    return value
  end,
}

function state.see(ctx) return setmetatable({ ctx = ctx, view = view.of(ctx) }, Seen) end

local rules = {}

local function rule(name, of, when, confidence)
  rules[#rules + 1] = { name = name, state = of, when = when, confidence = confidence }
end

-- Before and after

rule("the process has ended", "error", function(seen)
  if not seen.ctx.process_exited then return nil end
  local exit = seen.ctx.exit or {}
  local how = exit.signal or exit.exit_code
  return {
    evidence = "the process has ended" .. (how and (" (%s)"):format(how) or ""),
    metadata = { error = { kind = "exited", message = "Claude Code has ended", exit_code = exit.exit_code, signal = exit.signal } },
  }
end)

rule("nothing is drawn", "starting", function(seen)
  return seen.view.last < 0 and { evidence = "the screen is blank" }
end)

-- What stands in the composer's place

rule("an editor has the draft", "waiting_for_external_editor", function(seen)
  local row = not seen.composer and not seen.plain and composer.handed_to_editor(seen.view)
  return row and { rows = { row }, evidence = "a sentence stands in the composer instead of a draft" }
end)

local function in_panel(seen) return seen.panel or nil end

local function shown(found, evidence, metadata)
  local rows = { found.title_row }
  for _, option in ipairs(found.options) do rows[#rows + 1] = option.row end
  return { rows = rows, evidence = evidence, metadata = metadata }
end

local function dialog(name, of, is, evidence, tell, confidence)
  rule(name, of, function(seen)
    local found = in_panel(seen)
    if not found then return { matched = false, why = "nothing stands in the composer's place" } end
    if not is(seen.view, found) then return nil end
    return shown(found, evidence, tell(seen.view, found))
  end, confidence)
end

local function of_panel(is) return function(_, found) return is(found) end end

dialog("a choice between trust and leaving", "waiting_for_trust", of_panel(access.asks_trust),
  "two choices stand in the composer's place, and one is to leave", access.trust, 0.98)

dialog("a login", "waiting_for_login", access.asks_login, "a login stands in the composer's place", access.login, 0.96)

dialog("a question of the model", "waiting_for_user_input", question.is,
  "a question with its tab stands in the composer's place", question.of, 0.98)

dialog("the model picker", "waiting_for_model_select", of_panel(pages.selects_model),
  "a list of models stands in the composer's place", pages.models, 0.98)

dialog("whether to plan", "waiting_for_enter_plan_mode", of_panel(plan.enters),
  "the question whether to plan stands in the composer's place", function(_, found) return plan.entering(found) end, 0.98)

dialog("a plan to be approved", "waiting_for_plan_approval", of_panel(plan.waits),
  "a plan and choices stand in the composer's place", plan.of, 0.97)

dialog("a permission to be given", "waiting_for_permission",
  function(_, found) return found.kind ~= "sheet" and permission.is(found) end,
  "a question with a Yes and a No stands in the composer's place", permission.of, 0.97)

dialog("the usage page", "usage_screen", pages.shows_usage, "the usage page stands in the composer's place",
  function(seen, found) return { usage = usage.of(seen, found) } end, 0.95)

-- The detailed transcript has a line and one row below it; its turn may go on.
local function transcript_row(seen)
  local found = seen.panel
  return found and found.kind == "lines" and found.first == seen.view.last and seen.view:row(found.first):find("ctrl%+o") and found.first
end

rule("the detailed transcript of a turn that runs", "thinking", function(seen)
  local row = transcript_row(seen)
  return row and seen.title == "busy" and { rows = { row }, evidence = "the title says that a turn runs" }
end, 0.9)

rule("the detailed transcript", "local_ui_screen", function(seen)
  local row = transcript_row(seen)
  if not row then return nil end
  return { rows = { row }, evidence = "the detailed transcript has no composer", metadata = { screen = { title = "transcript" } } }
end, 0.9)

local function waits_for_user(found) return found.selected or found.hint:find("Esc", 1, true) or found.kind == "sheet" end

rule("another panel", "local_ui_screen", function(seen)
  local found = in_panel(seen)
  if not found or not waits_for_user(found) then return nil end
  return shown(found, "a panel stands in the composer's place", { screen = pages.of(found) })
end, 0.85)

-- The first screens have no composer either, and no line above them.
rule("a page before the first prompt", "local_ui_screen", function(seen)
  if seen.composer or not seen.view:row(0):find("^Welcome to Claude Code") then return nil end
  local row = seen.view.last
  local continue = seen.view:row(row):find("Enter to continue", 1, true) ~= nil
  return { rows = { row }, evidence = "the welcome has no composer", metadata = { screen = { title = "welcome", welcome = true, continue = continue } } }
end, 0.8)

-- The composer is there

-- What tells that a turn runs, in the order of how well it can be relied upon.
local function busy(seen)
  local found = seen.turn.activity
  if found and (found.kind == "spinner" or found.kind == "retry") then return found.row, "a spinner turns above the composer" end
  if seen.footer.interruptible then return seen.footer.interruptible, "the footer offers to interrupt" end
  if seen.title == "busy" then return seen.composer.top, "the title says that a turn runs" end
  if found and found.kind == "waiting" then return found.row, "the turn waits for what runs in the background" end
end

rule("a turn that was cancelled", "cancelling", function(seen)
  if seen.ctx.last_intent ~= "cancelling" or not seen.composer then return nil end
  local row, why = busy(seen)
  if row then return { rows = { row }, evidence = "cancelled, and " .. why } end
  if turn.interrupted(seen.turn) or seen.ctx.stable_ms >= settled_ms then
    return { matched = false, why = "it has ended" }
  end
  return { rows = { seen.composer.top + 1 }, evidence = "cancelled, and the screen still moves", recheck_ms = settled_ms }
end, 0.9)

rule("a turn that runs", "thinking", function(seen)
  if not seen.composer then return nil end
  local row, why = busy(seen)
  if not row then return { matched = false, why = "no title, spinner or hint of one" } end
  return { rows = { row }, evidence = why }
end, 0.95)

-- What stood above the composer when a prompt was sent. While it stands there still, nothing has come of it.
local pending
local most_compared = 6

local function above_composer(seen)
  local list, at = {}, composer.above(seen.composer, seen.view)
  while at >= 0 and #list < most_compared do
    if not seen.view:blank(at) then list[#list + 1] = seen.view:row(at) end
    at = at - 1
  end
  return table.concat(list, "\n")
end

function state.submitted(seen) pending = seen.composer and above_composer(seen) or nil end

function state.pending() return pending end

function state.is_pending(seen, submitted)
  if not submitted or not seen.composer or seen.ctx.stable_ms >= silent_ms then return false end
  return above_composer(seen) == submitted
end

rule("a prompt of which nothing is to be seen yet", "thinking", function(seen)
  if not state.is_pending(seen, pending) then return nil end
  return { rows = { seen.composer.top + 1 }, evidence = "a prompt was sent, and is not to be seen yet", recheck_ms = silent_ms }
end, 0.6)

local function resting(name, of, when, confidence)
  rule(name, of, function(seen)
    if not seen.composer then return nil end
    return when(seen)
  end, confidence)
end

resting("a turn that ended for want of a login", "waiting_for_login", function(seen)
  local error = seen.problem
  if not error or not problem.needs_login(error) then return nil end
  return { rows = { error.row }, evidence = "the turn ended with: " .. error.message, metadata = { login = { kind = "needed" } } }
end, 0.9)

resting("a turn that ended in an error", "error", function(seen)
  local error = seen.problem
  if not error then return nil end
  return { rows = { error.row }, evidence = "the turn ended with: " .. error.message }
end, 0.9)

resting("a turn that was interrupted", "ready", function(seen)
  return turn.interrupted(seen.turn) and { rows = { seen.composer.top + 1 }, evidence = "the last turn was interrupted" }
end, 0.9)

resting("a command of the program's own", "ready", function(seen)
  return turn.is_local(seen.turn) and { rows = { seen.turn.echo.row }, evidence = "the last input was no prompt" }
end, 0.9)

-- A tool without a result belongs to a turn that goes on, though for a moment nothing else says so.
resting("a tool that has not ended", "thinking", function(seen)
  local block = turn.last_block(seen.turn)
  local tool = block and not seen.turn.activity and answer.tool(block)
  if not tool or tool.status ~= "running" then return nil end
  if seen.ctx.stable_ms >= silent_ms then return { matched = false, why = "nothing has moved since" } end
  return { rows = { block.row }, evidence = "a tool has no result yet", recheck_ms = silent_ms }
end, 0.6)

resting("a turn that was answered", "completed_turn", function(seen)
  if not turn.answered(seen.turn) then return nil end
  local found = seen.turn.activity
  local done = found and found.kind == "done"
  return {
    rows = { done and found.row or seen.turn.blocks[#seen.turn.blocks].row },
    evidence = done and "a row says how long the turn took, and the composer rests"
      or "an answer stands above a composer that rests",
  }
end, 0.93)

-- An answer that fills the screen has neither its prompt nor its bullet on it.
resting("the end of a long answer", "completed_turn", function(seen)
  if seen.version.text and seen.view:row(0):find("Claude Code v", 1, true) or seen.turn.echo then return nil end
  for at = 0, 3 do
    if not seen.view:row(at):find("^  ") then return nil end
  end
  return { rows = { 0 }, evidence = "indented text fills the screen above a composer that rests" }
end, 0.7)

resting("a prompt without an answer", "thinking", function(seen)
  if not seen.turn.echo or seen.turn.echo.kind ~= "prompt" then return nil end
  if seen.ctx.stable_ms >= silent_ms then return { matched = false, why = "nothing has moved since" } end
  return { rows = { seen.turn.echo.row }, evidence = "a prompt was sent, and nothing has come of it yet", recheck_ms = silent_ms }
end, 0.6)

resting("the composer", "ready", function(seen)
  return { rows = { seen.composer.top + 1 }, evidence = "the composer rests" }
end, 0.9)

-- Neither a composer nor anything in its place

rule("an editor owns the screen", "waiting_for_external_editor", function(seen)
  for at = 0, seen.view.last do
    if seen.view:row(at):find("claude%-prompt%-%x+") then
      return { rows = { at }, evidence = "the file of a draft is named, and nothing of Claude Code is to be seen" }
    end
  end
end, 0.8)

local before

rule("a screen that is being drawn", nil, function(seen)
  if not before or seen.ctx.stable_ms >= drawing_ms then return nil end
  return { state = before, evidence = "the screen is being drawn", recheck_ms = drawing_ms }
end, 0.3)

rule("nothing that takes input", "starting", function()
  return { evidence = "neither a composer nor a dialog is there" }
end, 0.3)

-- What every state tells besides

-- The banner names it beside the account: "Opus 5.5 · API Usage Billing".
local model

local function model_in(seen)
  if model or not seen.version.text then return model end
  for at = 0, math.min(seen.view.last, 11) do
    local name = seen.view:row(at):match("(%u%l+ [%d%.]+[^·│]-) · ")
    if name then
      model = name
      return name
    end
  end
end

local function status(seen)
  local mode = seen.footer.mode
  local named = seen.version.text
  return { permission_mode = seen.composer and (mode or "default") or nil, model = model_in(seen), version = named }
end

local function details(seen, told)
  if not seen.composer then return end
  told.mode = seen.footer.mode or "default"
  told.input = seen.composer.kind ~= "prompt" and seen.composer.kind or nil
  told.draft = seen.composer.draft ~= "" and seen.composer.draft or nil
  local found = seen.turn
  if not found.echo and #found.blocks == 0 then return end
  local tools = answer.tools(found)
  told.tools = #tools > 0 and tools or nil
  told.queued = #found.queued > 0 and found.queued or nil
  told.todos = answer.todos(seen.view, found.from, found.top - 1)
  told.error = seen.problem or problem.passing(found) or nil
  local done = found.activity
  told.turn = {
    prompt = found.echo and found.echo.text or nil,
    text = answer.words(found),
    whole = found.whole,
    interrupted = turn.interrupted(found) or nil,
    progress = done and done.progress or nil,
    duration_ms = done and done.duration_ms or nil,
    background = done and done.background or nil,
  }
end

local function list_of(seen)
  local list = {}
  for at, one in ipairs(rules) do
    list[at] = { name = one.name, state = one.state, confidence = one.confidence, when = function() return one.when(seen) end }
  end
  return list
end

-- { state, confidence, evidence, metadata, … } of what `see` has read.
function state.of(seen)
  local told = ptywright.rules(list_of(seen), seen.ctx)
  told.metadata = told.metadata or {}
  return told
end

function state.classify(ctx)
  local seen = state.see(ctx)
  local told = state.of(seen)
  details(seen, told.metadata)
  told.metadata.status = status(seen)
  told.evidence = told.evidence .. version.remark(seen.version)
  before = told.state
  if pending and seen.composer and not state.is_pending(seen, pending) then pending = nil end
  told.events = events.of(ctx, told)
  return told
end

return state
