-- Shared parts of intents: reads the current screen, and checks which dialog is open.

local memory = require "memory"
local redraw = require "lib/redraw"
local state = require "state"

local acting = {}

-- Returns { seen, reported, panel, composer, id (of the dialog), state, thinking }. An intent reads the screen again
-- after each step, and keeps nothing of an earlier read.
function acting.read(ctx)
  local seen = state.see(ctx)
  local reported = state.of(seen)
  return {
    seen = seen,
    reported = reported,
    panel = seen.panel or nil,
    composer = seen.composer or nil,
    id = reported.metadata.dialog_id,
    state = reported.state,
    thinking = reported.state == "thinking",
  }
end

-- Returns the screen with a composer. `states`: those in which it accepts what the intent types. All without it.
function acting.with_composer(ctx, states)
  local current = acting.read(ctx)
  if not current.composer then ctx:fail("no composer is visible: the state is %s", current.state) end
  if states and not states[current.state] then ctx:fail("the composer is not free: the state is %s", current.state) end
  return current
end

-- Returns the dialog that an answer is for. Refuses an answer to another dialog: the client has seen an outdated
-- screen.
function acting.dialog(ctx, dialog_id)
  local current = acting.read(ctx)
  if dialog_id and (not current.panel or current.id ~= dialog_id) then
    local instead = current.id and "there is " .. current.id or current.state
    ctx:fail("stale_dialog: %s is not there (%s)", dialog_id, instead)
  end
  local runs = current.thinking and redraw.is_displaced()
  if not current.panel or runs then ctx:fail("no dialog is there: the state is %s", current.state) end
  return current
end

-- What the modules of plugins/lib need to know of Claude Code. choosing.lua and commands.lua add functions for dialogs and
-- for the menu of commands.
acting.agent = {
  read = acting.read,
  dialog = acting.dialog,
  known = memory,
  lines = { "─", "▔" },
  redraws = state.redraws,
  composer = function(ctx) return state.see(ctx).composer or nil end,
  is_pasting = function(ctx)
    local seen = state.see(ctx)
    return seen.composer and seen.footer.pasting
  end,
  folds = { "^%[Pastedtext#%d+[^%]]*%]$", "%[%.%.%.Truncatedtext" },
}

return acting
