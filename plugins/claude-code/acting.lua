-- Shared parts of intents: reads the current screen and checks which actions are allowed on it.

local state = require "state"

local matcher = ptywright.matcher

local acting = {}

-- Returns { seen, reported, panel, composer }. Reads the screen again for each step and stores nothing from an earlier
-- read.
function acting.read(ctx)
  local seen = state.see(ctx)
  local reported = state.of(seen)
  return { seen = seen, reported = reported, panel = seen.panel or nil, composer = seen.composer or nil }
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

function acting.is_dialog(current) return current.panel ~= nil and dialogs[current.reported.state] == true end

-- Returns the dialog that an answer is for. Refuses an answer to another dialog: the client has seen an outdated
-- screen.
function acting.dialog(ctx, params)
  local current = acting.read(ctx)
  local id = current.reported.metadata.dialog_id
  if params.dialog_id and (not current.panel or id ~= params.dialog_id) then
    local instead = id and "there is " .. id or current.reported.state
    acting.refuse("stale_dialog: %s is not there (%s)", params.dialog_id, instead)
  end
  local runs = current.reported.state == "thinking" and state.is_displaced(current.seen.view)
  if not current.panel or runs then acting.refuse("no dialog is there: the state is %s", current.reported.state) end
  return current
end

return acting
