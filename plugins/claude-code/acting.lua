-- Shared parts of intents: reads the current screen and checks which actions are allowed on it.

local state = require "state"

local matcher = ptywright.matcher

local acting = {}

-- Returns { seen, told }. Reads the screen again for each step and keeps nothing from an earlier read.
function acting.look(ctx)
  local seen = state.see(ctx)
  return { seen = seen, told = state.of(seen), panel = seen.panel or nil, composer = seen.composer or nil }
end

function acting.refuse(message, ...) error(message:format(...), 0) end

-- A matcher that evaluates a predicate of this plugin at each change of the screen.
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

-- Returns the dialog that an answer is for. Refuses an answer to another dialog: the client has seen an outdated
-- screen.
function acting.dialog(ctx, params)
  local look = acting.look(ctx)
  local id = look.told.metadata.dialog_id
  if params.dialog_id and (not look.panel or id ~= params.dialog_id) then
    acting.refuse("stale_dialog: %s is not there (%s)", params.dialog_id, id and "there is " .. id or look.told.state)
  end
  local runs = look.told.state == "thinking" and state.is_displaced(look.seen.view)
  if not look.panel or runs then acting.refuse("no dialog is there: the state is %s", look.told.state) end
  return look
end

return acting
