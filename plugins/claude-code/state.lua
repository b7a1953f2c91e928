-- The state of Claude Code, as rules over the bottom of the screen. Structure comes before text: a composer at its
-- place means that no dialog is open, independent of the rows above it.

local activity = require "activity"
local answer = require "answer"
local details = require "details"
local events = require "lib/events"
local memory = require "memory"
local redraw = require "lib/redraw"
local scrolled = require "scrolled"
local see = require "ui"
local turns = require "turns"
local version = require "version"

local state = { see = see }

local screen = ptywright.screen

-- How long a partly drawn screen may keep the previous state.
local drawing_ms = 120

local function is_being_drawn(ui)
  if not memory.before or ui.ctx.stable_ms >= drawing_ms then return nil end
  memory.in_part = true
  return { state = memory.before, evidence = "the screen is being drawn", recheck_ms = drawing_ms }
end

local function is_blank(ui)
  if ui.view.last >= 0 then return nil end
  return is_being_drawn(ui) or { evidence = "the screen is blank" }
end

local function names_a_draft(ui)
  if not screen.has("claude-prompt-") then return nil end
  local found = screen.match("claude%-prompt%-%x+")
  return found and { rows = { found.row }, evidence = "the screen names the file of a draft, and nothing of Claude Code is visible" }
end

local function takes_nothing() return { evidence = "neither a composer nor a dialog is visible" } end

-- No dialog is open while the title reports a running turn. The title cannot be displaced.
local function runs_displaced(ui)
  if ui.composer or ui.title ~= "busy" or not redraw.is_displaced() then return nil end
  return { evidence = "the title shows a running turn, and the rows of the screen are displaced" }
end

-- An unexpected page on a displaced screen is the rest of a composer, if a row shows the end of the turn.
local function ends_displaced(ui)
  if not memory.ran or ui.composer or ui.title ~= "idle" or not redraw.is_displaced() then return nil end
  for row = ui.view.last, 0, -1 do
    local found = activity.read(ui.view, row)
    if found and found.kind == "done" then
      return {
        state = "completed_turn",
        confidence = 0.4,
        evidence = "a row shows the end of the turn, and the rows of the screen are displaced",
        rows = { row },
      }
    end
  end
end

local first = {
  require("lib/rules").ended,
  { name = "a turn that runs on a displaced screen", state = "thinking", when = runs_displaced, confidence = 0.5 },
  { name = "nothing is drawn", state = "starting", when = is_blank },
}

local last = {
  { name = "an editor owns the screen", state = "waiting_for_external_editor", when = names_a_draft, confidence = 0.8 },
  { name = "a screen that is being drawn", when = is_being_drawn, confidence = 0.3 },
  { name = "nothing that takes input", state = "starting", when = takes_nothing, confidence = 0.3 },
}

local function joined(rules)
  local list = table.move(first, 1, #first, 1, {})
  table.move(rules, 1, #rules, #list + 1, list)
  return table.move(last, 1, #last, #list + 1, list)
end

-- The composer decides which rules can match.
local with_composer, without_composer = joined(turns.rules), joined(require "dialogs")

local function judge(ui)
  local reported = ptywright.rules(ui.composer and with_composer or without_composer, ui)
  local name = reported.state
  if name == "local_ui_screen" or name == "starting" then reported = ends_displaced(ui) or reported end
  reported.metadata = reported.metadata or {}
  return reported
end

-- Returns { state, confidence, evidence, metadata, … } for a screen.
function state.of(ui) return turns.without_learning(judge, ui) end

-- A dialog may be drawn before the composer is removed. Its marked option is then where a prompt would be, but has no
-- background colour.
local function takes_choice_for_prompt(ui)
  local echo = ui.composer and ui.turn.echo
  if not echo then return false end
  if screen.style_at(echo.row, 0).bg then memory.grounded = true
  elseif memory.grounded then return echo.text:find("^%d+%. ") ~= nil end
  return false
end

-- A partly drawn screen may show two turns. A login page does not end a turn: the request to log in is above a
-- composer.
local function describes_turn(ui, reported)
  if ui.ctx.process_exited then return true end
  if memory.in_part or turns.is_leaving(ui) or takes_choice_for_prompt(ui) then return false end
  return ui.composer ~= false or reported.state ~= "waiting_for_login"
end

-- A dialog is reported once it has rested for as long as `approve` waits. If it disappears sooner, it was part of
-- another screen.
local rested_ms = 200
local must_rest = { waiting_for_permission = true, waiting_for_plan_approval = true }
-- States that may still hold below a dialog that is being drawn. Any other state was a partly drawn screen.
local lasts = { ready = true, completed_turn = true, error = true }

-- Replaces a dialog that has not rested. A wait that ends with a dialog is followed by `classify`, which must not report
-- less, even if another part of the screen has changed since.
local function once_rested(ui, reported)
  local id, waited = must_rest[reported.state] and reported.metadata.dialog_id or nil, ui.ctx.stable_ms
  if not id or id == memory.reported_dialog or waited >= rested_ms then
    memory.reported_dialog = id
    return reported
  end
  return {
    state = lasts[memory.before] and memory.before or "thinking",
    confidence = 0.3,
    evidence = "a dialog is being drawn",
    metadata = {},
    recheck_ms = rested_ms - waited,
  }
end

-- Returns the state for a wait, which must not end before `classify` reports the same.
function state.rested(ui) return once_rested(ui, state.of(ui)) end

memory.events = events.new {
  submission = function() return memory.submission end,
  has_run = function(ctx)
    local cursor = memory.submission.cursor
    return cursor and activity.was_busy(ctx, cursor)
  end,
  is_pending = function() return memory.turn.pending ~= nil end,
  was_cancelled = function() return memory.turn.was_cancelled end,
  has_drawn_its_end = function() return memory.turn.end_drawn end,
  above = function(words) return scrolled.above(words, version.facts().wraps) end,
  mentions = answer.mentions,
}

local function add_events(ui, reported)
  local of_turn = describes_turn(ui, reported)
  scrolled.note(ui.ctx)
  reported.events = memory.events:read(ui.ctx, of_turn and reported or nil)
  -- A running turn of which nothing was read yet may begin in these rows.
  if of_turn and (reported.metadata.turn or reported.state ~= "thinking") then scrolled.forget() end
  if memory.events:are_waiting() then reported.recheck_ms = 1 end
end

function state.classify(ctx)
  local ui = see(ctx)
  memory.in_part = false
  memory.uncertain = memory.uncertain or screen.uncertain()
  local judged = judge(ui)
  local held = redraw.held(ctx, memory, ui.composer, judged)
  local reported = held or once_rested(ui, judged)
  memory.in_part = memory.in_part or reported ~= judged
  if not held then
    details.add(ui, reported.metadata, reported.state)
    memory.reported = reported
  end
  reported.evidence = reported.evidence .. version.remark(ui.version)
  add_events(ui, reported)
  turns.update(ui, reported.state)
  memory.before = reported.state
  if reported.state == "thinking" then memory.ran = true elseif ui.composer then memory.ran = false end
  return reported
end

return state
