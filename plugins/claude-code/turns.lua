-- Rules for a screen with a composer: whether a turn runs, and how the last one ended.

local activity = require "activity"
local answer = require "answer"
local composer = require "composer"
local memory = require "memory"
local problem = require "problem"
local turn = require "turn"
local version = require "version"

local text = ptywright.text

local turns = { rules = {} }

-- A cancelled turn has ended when nothing has changed for this long, even if no row says so.
local settled_ms = 500
-- A turn without signs of activity is assumed to run for this long after the last change.
local silent_ms = 1500
-- Some versions show nothing of a prompt while a hook reads it.
local pending_ms = 10000

local function rule(name, of, when, confidence)
  turns.rules[#turns.rules + 1] = { name = name, state = of, when = when, confidence = confidence }
end

-- Returns evidence of a running turn, the most reliable first.
local function busy(ui)
  local found = ui.turn.activity
  local offers = ui.footer.interruptible and not ui.version.facts.erases
  if memory.page_left and ui.title ~= "busy" and not offers then return nil end
  -- A closed page leaves a spinner for a moment, although no turn runs.
  if turn.is_local(ui.turn) and ui.turn.echo.kind == "prompt" and ui.turn.blocks[1] and ui.title ~= "busy" then
    return nil
  end
  if found and (found.kind == "spinner" or found.kind == "retry") then
    return found.row, "a spinner is above the composer"
  end
  if ui.footer.interruptible then return ui.footer.interruptible, "the footer offers to interrupt" end
  if ui.title == "busy" then return ui.composer.top, "the title shows a running turn" end
  if found and found.kind == "waiting" then return found.row, "the turn waits for background work" end
end

-- Rules learn while they are evaluated. Only a read whose state is reported may change this knowledge. Other reads may be of
-- another session: `session.wait` evaluates the predicates of all sessions in one place.
function turns.without_learning(judge, ...)
  local saved = memory.turn
  memory.turn = {}
  for name, value in pairs(saved) do memory.turn[name] = value end
  local reported = judge(...)
  memory.turn = saved
  return reported
end

local function last_prompt(ui) return ui.turn.echo and ui.turn.echo.text or "" end

function turns.cancelled()
  local learned = memory.turn
  learned.cancelled_ended, learned.was_cancelled, learned.withdrawn = false, true, nil
end

rule("a turn that was cancelled", "cancelling", function(ui)
  if ui.ctx.last_intent ~= "cancelling" or memory.turn.cancelled_ended then return nil end
  local row, why = busy(ui)
  if row then return { rows = { row }, evidence = "cancelled, and " .. why } end
  -- A prompt without an answer returns to the composer.
  if turn.interrupted(ui.turn) or ui.composer.draft ~= "" or ui.ctx.stable_ms >= settled_ms then
    memory.turn.cancelled_ended = true
    if not turn.interrupted(ui.turn) and ui.composer.draft ~= "" then memory.turn.withdrawn = last_prompt(ui) end
    return { matched = false, why = "it has ended" }
  end
  return { rows = { ui.composer.top + 1 }, evidence = "cancelled, and the screen still changes", recheck_ms = settled_ms }
end, 0.9)

function turns.runs(ui) return busy(ui) ~= nil end

rule("a turn that runs", "thinking", function(ui)
  local row, why = busy(ui)
  if not row then return { matched = false, why = "no title, spinner or hint shows a running turn" } end
  memory.turn.withdrawn, memory.turn.pending, memory.turn.begun, memory.turn.in_vain = nil, nil, true, nil
  if memory.turn.cancelled_ended and ui.ctx.last_intent ~= "cancelling" then memory.turn.was_cancelled = false end
  return { rows = { row }, evidence = why }
end, 0.95)

-- The end of a turn or a dialog may be drawn in two steps. The first may be visible alone for this long.
local erased_ms = 500

local most_compared = 6

local function above_composer(ui)
  local list, at = {}, composer.above(ui.composer, ui.view)
  while at >= 0 and #list < most_compared do
    if not ui.view:blank(at) then list[#list + 1] = ui.view:row(at) end
    at = at - 1
  end
  return table.concat(list, "\n")
end

local function bare(words) return (words:gsub("%s+", "")) end

-- Returns the submitted prompt without blanks, until the user or another intent types something else.
function turns.prompt_on_screen() return not memory.submission.replaced and memory.submission.words or nil end

-- Another prompt or command is being typed.
function turns.replace_prompt() memory.submission.replaced = true end

local function visible_before(ui)
  local found = ui.turn
  return {
    number = memory.submission.number + 1,
    prompt = found.echo and found.echo.text,
    text = answer.words(found),
    whole = found.whole,
    tools = answer.tools(found),
    interrupted = turn.interrupted(found) or nil,
    cancelled = memory.turn.was_cancelled or nil,
  }
end

-- The text above the composer distinguishes a repeated prompt from the previous one. Otherwise the last prompt does.
function turns.submitted(ui, words)
  memory.submission = visible_before(ui)
  memory.submission.words, memory.submission.cursor = bare(words), ui.ctx.cursor
  memory.turn.was_cancelled = false
  local last = last_prompt(ui)
  memory.turn.end_drawn = false
  local above = ui.composer and bare(last) == bare(words) and above_composer(ui) or nil
  memory.turn.pending = ui.composer and { last = last, above = above, cursor = ui.ctx.cursor } or nil
  memory.leaving = ui.composer and ui.composer.draft
  memory.turn.withdrawn, memory.turn.in_vain = nil, nil
end

rule("a turn whose end is being drawn", "thinking", function(ui)
  if not ui.version.facts.erases or not memory.turn.may_be_erased then return nil end
  local above = table.concat(ui.view.texts, "\n", 1, ui.composer.top)
  memory.turn.erased = memory.turn.erased or above
  if above ~= memory.turn.erased or ui.ctx.stable_ms >= erased_ms then
    memory.turn.may_be_erased = false
    memory.turn.end_drawn = ui.composer.draft == "" and ui.ctx.last_intent ~= "cancelling" and not memory.turn.was_cancelled
    return { matched = false, why = "it has been drawn" }
  end
  return { rows = { ui.composer.top }, evidence = "the end of the turn is not drawn yet", recheck_ms = erased_ms }
end, 0.6)

local pages = { waiting_for_model_select = true, usage_screen = true, local_ui_screen = true }

local of_turns = {
  waiting_for_permission = true, waiting_for_plan_approval = true, waiting_for_user_input = true,
  waiting_for_enter_plan_mode = true,
}

-- After a screen without a composer, no prompt is pending any more.
function turns.update(ui, state)
  local draft = ui.composer and bare(ui.composer.draft) or ""
  if draft ~= "" and draft ~= memory.submission.words then turns.replace_prompt() end
  local learned = memory.turn
  if learned.pending and ui.composer and not turns.is_pending(ui, learned.pending) then learned.pending = nil end
  if ui.composer and ui.composer.draft ~= memory.leaving then memory.leaving = nil end
  local runs = ui.composer and state == "thinking" and turns.runs(ui)
  if runs or of_turns[state] then learned.may_be_erased, learned.erased, learned.end_drawn = true, nil, false end
  if pages[state] then memory.page_left = not memory.ran_last
  elseif ui.composer then
    local found = ui.turn.activity
    memory.ran_last = turns.runs(ui)
    local spins = found ~= nil and found.kind == "spinner"
    memory.page_left = memory.page_left and not memory.ran_last and not learned.pending and spins
  end
end

function turns.is_pending(ui, submitted)
  if not submitted or not ui.composer or ui.ctx.stable_ms >= pending_ms then return false end
  return turns.shows_nothing_of(ui, submitted)
end

-- Whether the last prompt on the screen is the one before the submitted prompt, and no turn has run since. An answer
-- that fills the screen may leave it as it was.
function turns.shows_nothing_of(ui, submitted)
  return last_prompt(ui) == submitted.last and (not submitted.above or above_composer(ui) == submitted.above)
    and not activity.was_busy(ui.ctx, submitted.cursor)
end

rule("a prompt that is not visible yet", "thinking", function(ui)
  if not turns.is_pending(ui, memory.turn.pending) then return nil end
  local rows = { ui.composer.top + 1 }
  return { rows = rows, evidence = "a prompt was sent, and is not visible yet", recheck_ms = pending_ms }
end, 0.6)

function turns.is_leaving(ui)
  return memory.leaving ~= nil and ui.composer and ui.composer.draft == memory.leaving and ui.ctx.stable_ms < silent_ms
    and ui.ctx.last_intent ~= "cancelling"
end

rule("a prompt that is about to leave the composer", "thinking", function(ui)
  if not turns.is_leaving(ui) then return nil end
  local rows = { ui.composer.top + 1 }
  return { rows = rows, evidence = "a prompt was sent, and has not left the composer yet", recheck_ms = silent_ms }
end, 0.6)

-- Between two turns, only the prompt of the next one indicates it.
rule("a prompt that waits for its turn", "thinking", function(ui)
  if #ui.turn.queued == 0 then return nil end
  if ui.ctx.stable_ms >= silent_ms then return { matched = false, why = "the screen has not changed since" } end
  return { rows = { ui.composer.top - 1 }, evidence = "a prompt is queued", recheck_ms = silent_ms }
end, 0.8)

-- The screen shows the turn before it again.
rule("a prompt that was withdrawn", "ready", function(ui)
  if not memory.turn.withdrawn or last_prompt(ui) ~= memory.turn.withdrawn then return nil end
  return { rows = { ui.composer.top + 1 }, evidence = "the cancelled prompt is or was back in the composer" }
end, 0.9)

rule("a turn that ended because a login is missing", "waiting_for_login", function(ui)
  local error = ui.problem
  if not error or not problem.needs_login(error) then return nil end
  return {
    rows = { error.row },
    evidence = "the turn ended with: " .. error.message,
    metadata = { login = { kind = "needed" } },
  }
end, 0.9)

rule("a turn that ended in an error", "error", function(ui)
  local error = ui.problem
  return error and { rows = { error.row }, evidence = "the turn ended with: " .. error.message }
end, 0.9)

rule("a turn that was interrupted", "ready", function(ui)
  return turn.interrupted(ui.turn) and { rows = { ui.composer.top + 1 }, evidence = "the last turn was interrupted" }
end, 0.9)

rule("a command of the program's own", "ready", function(ui)
  return turn.is_local(ui.turn) and { rows = { ui.turn.echo.row }, evidence = "the last input was not a prompt" }
end, 0.9)

-- A tool without a result belongs to a running turn, even if nothing else shows that for a moment.
rule("a tool that has not ended", "thinking", function(ui)
  local block = turn.last_block(ui.turn)
  local tool = block and not ui.turn.activity and answer.tool(block)
  if not tool or tool.status ~= "running" or not turn.waits_for(ui.turn, block) then return nil end
  if ui.ctx.stable_ms >= silent_ms then return { matched = false, why = "the screen has not changed since" } end
  return { rows = { block.row }, evidence = "a tool has no result yet", recheck_ms = silent_ms }
end, 0.6)

rule("a turn that was answered", "completed_turn", function(ui)
  if not turn.answered(ui.turn, memory.turn.begun) then return nil end
  local found = ui.turn.activity
  local done = found and found.kind == "done"
  return {
    rows = { done and found.row or ui.turn.blocks[#ui.turn.blocks].row },
    evidence = done and "a row shows the duration of the turn, and the composer is idle"
      or "an answer is above an idle composer",
  }
end, 0.93)

-- Beginnings of rows of Claude Code itself. No row of an answer begins with them. The first versions wrap long rows to
-- the left edge.
local own = { "╭", "│", "╰", "●", "⏺", "❯", ">", "✻", "▐" }

local function is_of_answer(ui, row)
  local words = ui.view:row(row)
  return words:find("^  ") ~= nil or (ui.version.facts.wraps and words ~= "" and not text.starts(words, own))
end

-- When an answer fills the screen, neither its prompt nor its bullet is visible.
rule("the end of a long answer", "completed_turn", function(ui)
  if ui.turn.echo or version.in_banner(ui.view) then return nil end
  -- The logo appears and disappears.
  if not memory.turn.begun and version.is_named(ui.view) then return nil end
  local rows = 0
  for at = 0, 5 do
    if is_of_answer(ui, at) then rows = rows + 1
    elseif not ui.view:blank(at) then return nil end
  end
  if rows < 3 then return nil end
  return { rows = { 0 }, evidence = "the end of an answer fills the screen above an idle composer" }
end, 0.7)

rule("a prompt without an answer", "thinking", function(ui)
  local found = ui.turn.echo
  if not found or found.kind ~= "prompt" then return nil end
  if found.text == memory.turn.in_vain then return { matched = false, why = "this prompt had no effect before" } end
  if ui.ctx.stable_ms >= silent_ms then
    memory.turn.in_vain = found.text
    return { matched = false, why = "the screen has not changed since" }
  end
  return { rows = { found.row }, evidence = "a prompt was sent, and has had no effect yet", recheck_ms = silent_ms }
end, 0.6)

rule("the composer", "ready", function(ui)
  return { rows = { ui.composer.top + 1 }, evidence = "the composer is idle" }
end, 0.9)

return turns
