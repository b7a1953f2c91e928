-- What the intents of plugins/lib need to know of Claude Code.

local activity = require "activity"
local catalog = require "catalog"
local memory = require "memory"
local redraw = require "lib/redraw"
local state = require "state"

local acting = {}

-- Returns { seen, reported, panel, composer, state, thinking }. An intent reads the screen again after each step, and
-- keeps nothing of an earlier read. While a turn runs, a dialog on a displaced screen is something else.
function acting.read(ctx)
  local ui = state.see(ctx)
  local reported = state.of(ui)
  local thinking = reported.state == "thinking"
  return {
    seen = ui,
    reported = reported,
    panel = ui.panel and not (thinking and redraw.is_displaced()) and ui.panel or nil,
    composer = ui.composer or nil,
    state = reported.state,
    thinking = thinking,
  }
end

-- Returns the screen with a composer.
function acting.with_composer(ctx)
  local current = acting.read(ctx)
  if not current.composer then ctx:fail("no composer is visible: the state is %s", current.state) end
  return current
end

local most_lines, most_above = 20, 8

-- Clears a draft of several lines, for any position of the cursor.
local function clear(composer)
  local chords = {}
  for _, keys in ipairs { { "ctrl+u", "backspace" }, { "ctrl+k", "delete" } } do
    for _ = composer.first, math.min(composer.last + 1, composer.first + most_lines) do
      table.move(keys, 1, 2, #chords + 1, chords)
    end
  end
  return chords
end

-- The turn above a dialog, independent of blinking bullets. The logo above it moves. Blank rows and the row about a
-- running hook come and go.
local function above(current)
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
local function watch(ctx)
  local cursor = ctx.cursor
  return function()
    if activity.was_busy(ctx, cursor) then return true end
    local written = activity.written_since(ctx, cursor)
    return written:gsub("\27%[[%d;]*m", ""):find("esc to interrupt", 1, true) ~= nil
  end
end

-- commands.lua adds what it knows of the menu of commands.
acting.agent = {
  read = acting.read,
  clear = clear,
  known = memory,
  modes = catalog.agent.modes,
  lines = { "─", "▔" },
  above = above,
  watch = watch,
  approvals = {
    waiting_for_permission = { "yes", "yes_and_tell" },
    waiting_for_plan_approval = { "yes_manually", "yes" },
    waiting_for_enter_plan_mode = { "yes" },
  },
  dialogs = {
    waiting_for_login = true, waiting_for_model_select = true, waiting_for_enter_plan_mode = true,
    waiting_for_plan_approval = true, waiting_for_permission = true, waiting_for_user_input = true,
  },
  review = "Review your answers",
  submit = "Submit answers",
  composer = function(ctx) return state.see(ctx).composer or nil end,
  is_pasting = function(ctx)
    local ui = state.see(ctx)
    return ui.composer and ui.footer.pasting
  end,
  folds = { "^%[Pastedtext#%d+[^%]]*%]$", "%[%.%.%.Truncatedtext" },
}

return acting
