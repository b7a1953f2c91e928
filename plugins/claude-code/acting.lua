-- What every intent begins with: the screen as it is now, and what may be done on it.

local state = require "state"

local matcher = ptywright.matcher

local acting = {}

-- { seen, told }: the screen is read anew for each step, and nothing of an earlier look is believed.
function acting.look(ctx)
  local seen = state.see(ctx)
  return { seen = seen, told = state.of(seen), panel = seen.panel or nil, composer = seen.composer or nil }
end

function acting.refuse(message, ...) error(message:format(...), 0) end

-- A predicate of this plugin, which is asked at every change of the screen.
function acting.sees(predicate, params) return matcher.lua(ptywright.plugin.name, "_" .. predicate, params or {}) end

function acting.expecting(action, expectation, why, timeout_ms)
  action.expect = expectation
  action.why = why
  action.timeout_ms = timeout_ms
  return action
end

-- A step that sends nothing.
function acting.awaits(expectation, why, timeout_ms)
  return { expect = expectation, why = why, timeout_ms = timeout_ms }
end

local dialogs = {
  waiting_for_trust = true,
  waiting_for_login = true,
  waiting_for_model_select = true,
  waiting_for_enter_plan_mode = true,
  waiting_for_plan_approval = true,
  waiting_for_permission = true,
  waiting_for_user_input = true,
}

function acting.is_dialog(look) return look.panel ~= nil and dialogs[look.told.state] == true end

-- The dialog that an answer is for. An answer for another one is refused: the client has seen a screen that is gone.
function acting.dialog(ctx, params)
  local look = acting.look(ctx)
  local id = look.told.metadata.dialog_id
  if params.dialog_id and (not look.panel or id ~= params.dialog_id) then
    acting.refuse("stale_dialog: %s is not there (%s)", params.dialog_id, id and "there is " .. id or look.told.state)
  end
  if not look.panel then acting.refuse("no dialog is there: the state is %s", look.told.state) end
  return look
end

return acting
