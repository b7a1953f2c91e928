-- What the intents that answer a dialog need to know of Claude Code.

local acting = require "acting"
local activity = require "activity"
local answers = require "lib/answers"

local most_above = 8

local claude = acting.agent

claude.approvals = {
  waiting_for_permission = { "yes", "yes_and_tell" },
  waiting_for_plan_approval = { "yes_manually", "yes" },
  waiting_for_enter_plan_mode = { "yes" },
}
claude.dialogs = {
  waiting_for_login = true,
  waiting_for_model_select = true,
  waiting_for_enter_plan_mode = true,
  waiting_for_plan_approval = true,
  waiting_for_permission = true,
  waiting_for_user_input = true,
}
claude.review, claude.submit = "Review your answers", "Submit answers"

-- The turn above a dialog, independent of blinking bullets. The logo above it moves. Blank rows and the row about a
-- running hook come and go.
function claude.above(current)
  local view, top, parts = current.seen.view, current.panel.top, {}
  local echo = current.seen.turn.echo
  for at = math.max(echo and echo.row or 0, top - most_above), top - 1 do
    local words = view:row(at):gsub("^●", " "):gsub("^⏺", " "):gsub("^ +", "")
    if words ~= "" and not words:find("^⎿%s+Running .*hook") then parts[#parts + 1] = words end
  end
  return table.concat(parts, "\n")
end

-- If a turn has run, the answer was taken, even when an identical dialog is open and no screen between the two was read. In
-- doubt, this sends too little.
function claude.watch(ctx)
  local cursor = ctx.cursor
  return function()
    if activity.was_busy(ctx, cursor) then return true end
    local written = activity.written_since(ctx, cursor)
    return written:gsub("\27%[[%d;]*m", ""):find("esc to interrupt", 1, true) ~= nil
  end
end

return answers.intents(claude)
