-- Intents that answer a dialog: approve, deny, trust, choose an option.

local acting = require "acting"
local activity = require "activity"
local answers = require "lib/answers"
local lib = require "lib/choosing"
local questions = require "lib/questions"
local redraw = require "lib/redraw"

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

-- A page may need one Escape to leave its search and another to close.
local function close(ctx, current) lib.close(ctx, claude, current, "escape") end

local dialogs = {
  waiting_for_login = true,
  waiting_for_model_select = true,
  waiting_for_enter_plan_mode = true,
  waiting_for_plan_approval = true,
  waiting_for_permission = true,
  waiting_for_user_input = true,
}

local choosing = answers.intents {
  dialog = function(ctx, params, denies) return redraw.dialog(ctx, claude, params, denies) end,
  approvals = {
    waiting_for_permission = { "yes", "yes_and_tell" },
    waiting_for_plan_approval = { "yes_manually", "yes" },
    waiting_for_enter_plan_mode = { "yes" },
  },
  choose = function(ctx, current, pick) lib.choose(ctx, claude, current, pick) end,
  -- The dialogs themselves name Escape as the key for this.
  deny = function(ctx, current)
    if not dialogs[current.state] then return close(ctx, current) end
    lib.press(ctx, claude, current, "escape")
  end,
}

choosing.close = close

claude.question = function(current) return current.reported.metadata.question end
claude.pick = answers.find
claude.review, claude.submit = "Review your answers", "Submit answers"

function choosing.answer_question(params, ctx)
  local current = redraw.dialog(ctx, claude, params)
  if current.state ~= "waiting_for_user_input" then
    ctx:fail("no question is open: the state is %s", current.state)
  end
  questions.answer(ctx, claude, params.answers, params.partial)
end

return choosing
