-- Intents that answer a dialog: approve, deny, trust, choose an option.

local acting = require "acting"
local activity = require "activity"
local lib = require "lib/choosing"
local options = require "lib/options"
local questions = require "lib/questions"
local redraw = require "lib/redraw"

local text = ptywright.text

local choosing = {}

local most_above = 8

-- Collects the turn above a dialog, independent of blinking bullets. The logo above it moves. Blank rows and the row
-- about a running hook come and go.
local function add_text_above(current, parts)
  local view, top = current.seen.view, current.panel.top
  local echo = current.seen.turn.echo
  local from = echo and echo.row or 0
  for at = math.max(from, top - most_above), top - 1 do
    local words = view:row(at):gsub("^●", " "):gsub("^⏺", " "):gsub("^ +", "")
    if words ~= "" and not words:find("^⎿%s+Running .*hook") then parts[#parts + 1] = words end
  end
end

-- What the modules of plugins/lib need to know of dialogs.
local claude = acting.agent

function claude.print(current, above)
  local found, metadata = current.panel, current.reported.metadata
  local parts = { found.title, found.question and found.question.text or "", current.id or "" }
  if metadata.permission then parts[#parts + 1] = metadata.permission.body end
  for _, option in ipairs(found.options) do parts[#parts + 1] = option.label end
  if above then add_text_above(current, parts) end
  return table.concat(parts, "\n")
end

-- Whether a turn has run since a position in the transcript. If so, the answer was taken, even when an identical dialog
-- is open and no screen between the two was read. In doubt, this sends too little.
function claude.went_on(ctx, cursor)
  if activity.was_busy(ctx, cursor) then return true end
  local written = activity.written_since(ctx, cursor)
  return written:gsub("\27%[[%d;]*m", ""):find("esc to interrupt", 1, true) ~= nil
end

-- Returns a Yes only if the dialog shows everything that it permits, or if the client accepted a truncated dialog.
local function permitted(current, option, params)
  local metadata = current.reported.metadata
  local request = metadata.permission or metadata.plan and metadata
  if not request or not text.starts(option.meaning or "", "yes") then return option end
  if request.doubt then acting.refuse("the dialog is not reliable, so Yes is not chosen: %s", request.doubt) end
  if request.cut and params.accept_cut ~= true then
    acting.refuse("the dialog is cut: part of what it permits is not on the screen. Make the terminal larger, "
      .. "or pass accept_cut: true")
  end
  return option
end

local approvals = {
  waiting_for_permission = { "yes", "yes_and_tell" },
  waiting_for_plan_approval = { "yes_manually", "yes" },
  waiting_for_enter_plan_mode = { "yes" },
}

function choosing.approve(params, ctx)
  local function plain_yes(current)
    local requested = approvals[current.state]
    if not requested then acting.refuse("nothing is to be approved: the state is %s", current.state) end
    local option = options.by_meaning(current.panel.options, requested)
      or acting.refuse("none of the choices is a plain Yes: %s", options.names(current.panel.options))
    return permitted(current, option, params)
  end
  local current = redraw.dialog(ctx, claude, params)
  plain_yes(current)
  lib.choose(ctx, claude, current, plain_yes)
end

-- A page may need one Escape to leave its search and another to close.
function choosing.close(ctx, current) lib.close(ctx, claude, current, "escape") end

local dialogs = {
  waiting_for_login = true,
  waiting_for_model_select = true,
  waiting_for_enter_plan_mode = true,
  waiting_for_plan_approval = true,
  waiting_for_permission = true,
  waiting_for_user_input = true,
}

-- The dialogs themselves name Escape as the key for this.
function choosing.deny(params, ctx)
  local current = redraw.dialog(ctx, claude, params, true)
  if current.state == "waiting_for_trust" then
    acting.refuse("deny does not answer the trust dialog: use deny_trust, which ends Claude Code")
  end
  if not dialogs[current.state] then return choosing.close(ctx, current) end
  lib.press(ctx, claude, current, "escape")
end

local function answer_trust(params, ctx, meaning)
  local current = redraw.dialog(ctx, claude, params, meaning == "no")
  local state = current.state
  if state ~= "waiting_for_trust" then acting.refuse("no trust dialog is open: the state is %s", state) end
  lib.choose(ctx, claude, current, function(now)
    return options.by_meaning(now.panel.options, { meaning })
      or acting.refuse("none of the choices means %q: %s", meaning, options.names(now.panel.options))
  end)
end

function choosing.approve_trust(params, ctx) answer_trust(params, ctx, "yes") end

function choosing.deny_trust(params, ctx) answer_trust(params, ctx, "no") end

local function find(current, requested, params)
  local list = current.panel.options
  local option = options.find(list, requested)
    or acting.refuse("there is no choice %s: %s", requested, options.names(list))
  return permitted(current, option, params or {})
end

function choosing.choose(params, ctx)
  local given = params.index or params.option or params.choice
  if given == nil or given == "" then acting.refuse("index or option: expected the number or label of an option") end
  local current = redraw.dialog(ctx, claude, params)
  if #current.panel.options == 0 then acting.refuse("the dialog has no options: the state is %s", current.state) end
  find(current, given, params)
  lib.choose(ctx, claude, current, function(now) return find(now, given, params) end)
end

claude.question = function(current) return current.reported.metadata.question end
claude.pick = find
claude.review, claude.submit = "Review your answers", "Submit answers"

function choosing.answer(params, ctx)
  local current = redraw.dialog(ctx, claude, params)
  if current.state ~= "waiting_for_user_input" then
    acting.refuse("no question is open: the state is %s", current.state)
  end
  questions.answer(ctx, claude, params.answers, params.partial)
end

return choosing
