-- Shared parts of intents: reads the current screen, and checks which dialog is open.

local state = require "state"

local acting = {}

-- Returns { seen, reported, panel, composer, state, thinking }. An intent reads the screen again after each step, and keeps
-- nothing of an earlier read.
function acting.read(ctx)
  local seen = state.see(ctx)
  local reported = state.of(seen)
  return {
    seen = seen,
    reported = reported,
    panel = seen.panel or nil,
    composer = seen.composer or nil,
    state = reported.state,
    thinking = reported.state == "thinking",
  }
end

-- What lib/prompting needs to know of the composer.
acting.agent = {
  read = acting.read,
  composer = function(ctx) return state.see(ctx).composer or nil end,
  is_pasting = function(ctx)
    local seen = state.see(ctx)
    return seen.composer and seen.footer.pasting
  end,
  folds = { "^%[Pastedtext#%d+[^%]]*%]$", "%[%.%.%.Truncatedtext" },
}

function acting.refuse(message, ...) error(message:format(...), 0) end

-- Returns the dialog that an answer is for. Refuses an answer to another dialog: the client has seen an outdated
-- screen.
function acting.dialog(ctx, dialog_id)
  local current = acting.read(ctx)
  local id = current.reported.metadata.dialog_id
  if dialog_id and (not current.panel or id ~= dialog_id) then
    local instead = id and "there is " .. id or current.reported.state
    acting.refuse("stale_dialog: %s is not there (%s)", dialog_id, instead)
  end
  local runs = current.thinking and state.is_displaced(current.seen.view)
  if not current.panel or runs then acting.refuse("no dialog is there: the state is %s", current.state) end
  return current
end

return acting
