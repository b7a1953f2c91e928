-- Selects an option of a dialog: moves the marker key by key to the requested row. Reads the screen before each key.
-- Sends Enter only while the marker is on that row.

local acting = require "acting"
local activity = require "activity"
local meant = require "meant"

local action, matcher, text = ptywright.action, ptywright.matcher, ptywright.text

local choosing = {}

local left_ms = 10000
-- Claude Code ignores keys for this long after a dialog appears.
local first_moment_ms = 200
-- A partly drawn screen never stays unchanged for this long.
local drawn_ms = 400
-- A dialog that is unchanged for this long has ignored the key. So has a dialog that only blinked this often: the
-- bullet above it blinks every 600 ms.
local untaken_ms = 1500
local most_blinks = 3
-- A key that was sent twice may be read twice. It may move the marker again until this time has passed.
local unsure_ms = 500
local most_tries = 12
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

-- Parts that identify a dialog, independent of its marker and checkboxes.
local function parts_of(current)
  local found = current.panel
  local parts = { found.title, found.question and found.question.text or "", current.reported.metadata.dialog_id or "" }
  local request = current.reported.metadata.permission
  if request then parts[#parts + 1] = request.body end
  for _, option in ipairs(found.options) do parts[#parts + 1] = option.label end
  return parts
end

local function own_print(current) return table.concat(parts_of(current), "\n") end

-- Adds the text above the dialog. It distinguishes an answered dialog from an identical next one.
local function print_of(current)
  local parts = parts_of(current)
  add_text_above(current, parts)
  return table.concat(parts, "\n")
end

-- Whether the dialog is gone or replaced. Without a fingerprint: whether the composer is back. A checkbox only changes
-- its look, and a partly drawn screen proves nothing.
local function has_left(current, print, tick)
  if current.composer or (current.reported.state == "thinking" and print) then return true end
  if not current.panel or print == nil then return false end
  if print_of(current) ~= print then return true end
  local option = tick and tick.checked ~= nil and meant.labelled(current.panel.options, tick.label)[1]
  return option and option.checked ~= tick.checked or false
end

-- Whether a turn has run since a position in the transcript. If so, the answer was taken, even when an identical dialog
-- is open and no screen between the two was read. In doubt, this sends too little.
local function went_on(ctx, cursor)
  if activity.was_busy(ctx, cursor) then return true end
  local written = activity.written_since(ctx, cursor)
  return written:gsub("\27%[[%d;]*m", ""):find("esc to interrupt", 1, true) ~= nil
end

-- The operation in progress:
-- own: fingerprint of the dialog; print: the same with the text above it, at the last key
-- pick: returns the requested option; key: a key to press instead; next: intent to continue with after the change
-- moved: row that the marker should leave; sees: expected effect of the last key
-- cursor: transcript position before that key
-- Also tick, entered, unsure, blinks, tries.
local operation

-- A key without visible effect was either ignored or not read yet. If it was not read yet, it moves the marker after
-- the next key does. Enter waits until that is no longer possible.
local function note_move(row)
  operation.unsure = operation.unsure or operation.moved == row
  operation.moved = row
end

-- The rows that were read. The key is not sent if they have changed by then.
local function as_read(current)
  local found, rows = current.panel, {}
  local last = found.options[#found.options]
  for at = found.title_row, last and last.row or found.last do
    rows[#rows + 1] = { row = at, text = current.seen.view:row(at) }
  end
  return rows
end

-- Sends a key, then waits for its effect or for a stable screen. Reads a dialog again if it has moved meanwhile.
local function pressing(current, key, sees, why)
  operation.sees, operation.blinks = sees, 0
  local either = matcher.any { sees, matcher.screen_stable(drawn_ms) }
  return {
    actions = { acting.expecting(key, either, why, left_ms) },
    shows = as_read(current),
    changed = "_proceed_again",
    next = "_proceed",
  }
end

-- Gives a slow program more time. Returns nil when that time is used up.
local function given_time(ctx)
  if ctx.stable_ms >= untaken_ms or operation.blinks >= most_blinks then return nil end
  operation.blinks = operation.blinks + 1
  local either = matcher.any { operation.sees, matcher.screen_stable(untaken_ms), matcher.changed() }
  return { actions = { acting.awaits(either, "that the key was read", left_ms) }, next = "_proceed" }
end

local function resting(ms, why)
  return { actions = { acting.awaits(matcher.screen_stable(ms), why, left_ms) }, next = "_proceed" }
end

local function settling()
  operation.unsure, operation.moved = nil, nil
  return resting(unsure_ms, "a marked row that no longer moves")
end

local function sending(current, key, why)
  if operation.unsure then return settling() end
  operation.moved, operation.cursor = nil, current.seen.ctx.cursor
  operation.print = operation.own and print_of(current)
  local sees = acting.sees("dialog_left", { print = operation.print, tick = operation.tick })
  operation.tries = operation.tries + 1
  if operation.tries > most_tries then acting.refuse("the dialog does not react to the key %s", key) end
  operation.entered = true
  return pressing(current, action.key(key), sees, why)
end

-- Without a marker, types the number and reads it back before Enter.
local function typing(current, option)
  local requested = option.key or tostring(option.index)
  if current.panel.typed == requested then return sending(current, "enter", "that the number was taken") end
  operation.entered = false
  note_move(current.panel.typed)
  local key = current.panel.typed == "" and action.text(requested) or action.key("backspace")
  return pressing(current, key, acting.sees("typed_differs", { typed = current.panel.typed }), "the number in its row")
end

-- Moves one step towards the requested row, or presses Enter on it. Claude Code ignores keys in the first moment of a
-- dialog, to prevent answers to an unseen dialog. A key that was ignored is sent again after the dialog was read again.
local function step(current)
  operation.unsent = { entered = operation.entered, moved = operation.moved, unsure = operation.unsure }
  if operation.key then return sending(current, operation.key, "that the dialog has closed") end
  local option, row = operation.pick(current), current.panel.mark
  if current.panel.kind == "plain" then return typing(current, option) end
  if not row then acting.refuse("the dialog has no marked row, so no option can be chosen") end
  if row == option.row then
    operation.tick = { label = option.label, checked = option.checked }
    return sending(current, "enter", ("that %q was chosen"):format(option.label))
  end
  operation.entered = false
  note_move(row)
  local key = action.key(row < option.row and "down" or "up")
  return pressing(current, key, acting.sees("mark_left", { row = row }), "that the mark has moved")
end

local function proceed(current, how)
  operation = { own = own_print(current), pick = how.pick, key = how.key, tries = 0, next = how.next }
  if current.seen.ctx.stable_ms >= first_moment_ms then return step(current) end
  return resting(first_moment_ms, "a dialog that no longer changes")
end

-- The screen is partly drawn: it has neither the dialog nor what follows it.
local function being_drawn()
  operation.tries = operation.tries + 1
  if operation.tries > most_tries then
    acting.refuse("the dialog has disappeared, and no dialog or composer has replaced it")
  end
  local whole = matcher.any { acting.sees("dialog_left", { print = operation.print }), matcher.screen_stable(drawn_ms) }
  return { actions = { acting.awaits(whole, "the rest of the screen") }, next = "_proceed" }
end

-- Whether the dialog took the answer after Enter.
local function is_taken(current, ctx)
  local rests = ctx.stable_ms >= drawn_ms
  -- The title may change before the screen does. The answered dialog must not be taken for the next one.
  if rests and (not current.panel or went_on(ctx, operation.cursor)) then return true end
  return has_left(current, operation.print, operation.tick)
end

-- Whether another dialog or screen has replaced the target before the first key.
local function is_another(now) return now.composer ~= nil or now.panel ~= nil and own_print(now) ~= operation.own end

function choosing.proceed(_, ctx)
  local current = acting.read(ctx)
  local rests, entered = ctx.stable_ms >= drawn_ms, operation.entered
  if entered and (ctx.process_exited or is_taken(current, ctx)) then return { next = operation.next } end
  local another = ctx.process_exited or not entered and is_another(current)
  if another and rests then acting.refuse("stale_dialog: the dialog changed before an option was chosen") end
  -- A screen that changed but still has a dialog may be partly drawn.
  if another or not current.panel or (entered and not rests) then return being_drawn() end
  local unseen = entered or (operation.moved ~= nil and operation.moved == (current.panel.typed or current.panel.mark))
  return unseen and given_time(ctx) or step(current)
end

-- The dialog changed after it was read, so the last key was not sent.
function choosing.proceed_again(params, ctx)
  local unsent = operation.unsent
  operation.entered, operation.moved, operation.unsure = unsent.entered, unsent.moved, unsent.unsure
  operation.tries = operation.tries + 1
  if operation.tries > most_tries then acting.refuse("the dialog keeps changing") end
  return choosing.proceed(params, ctx)
end

-- Selection by meaning

local approvals = {
  waiting_for_permission = { "yes", "yes_and_tell" },
  waiting_for_plan_approval = { "yes_manually", "yes" },
  waiting_for_enter_plan_mode = { "yes" },
}

-- Selects a Yes only if the dialog shows everything that it permits, or if the client accepted a truncated dialog.
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

local function approval(current, params)
  local requested = approvals[current.reported.state]
  if not requested then acting.refuse("nothing is to be approved: the state is %s", current.reported.state) end
  local option = meant.by_meaning(current.panel.options, requested)
    or acting.refuse("none of the choices is a plain Yes: %s", meant.names(current.panel.options))
  return permitted(current, option, params)
end

function choosing.approve(params, ctx)
  local current = acting.dialog(ctx, params)
  approval(current, params)
  return proceed(current, { pick = function(now) return approval(now, params) end })
end

-- A page may need one Escape to leave its search and another to close.
function choosing.close(current)
  operation = { key = "escape", tries = 0 }
  return step(current)
end

-- The dialogs themselves name Escape as the key for this.
function choosing.deny(params, ctx)
  local current = acting.dialog(ctx, params)
  if not acting.is_dialog(current) then return choosing.close(current) end
  if current.reported.state == "waiting_for_trust" then
    acting.refuse("deny does not answer the trust dialog: use deny_trust, which ends Claude Code")
  end
  return proceed(current, { key = "escape" })
end

-- Trust

local function answering_trust(requested)
  local function pick(current)
    return meant.by_meaning(current.panel.options, { requested })
      or acting.refuse("none of the choices means %q: %s", requested, meant.names(current.panel.options))
  end
  return function(params, ctx)
    local current = acting.dialog(ctx, params)
    local state = current.reported.state
    if state ~= "waiting_for_trust" then acting.refuse("no trust dialog is open: the state is %s", state) end
    return proceed(current, { pick = pick })
  end
end

choosing.approve_trust = answering_trust "yes"
choosing.deny_trust = answering_trust "no"

-- Selection by number or text

local function picking(requested, params)
  return function(current)
    local options = current.panel.options
    local option = meant.option(options, requested)
      or acting.refuse("there is no choice %s: %s", requested, meant.names(options))
    return permitted(current, option, params or {})
  end
end

-- Selects an option in a dialog that was just read, and continues with `next`.
function choosing.take(current, requested, next, params)
  local pick = picking(requested, params)
  pick(current)
  return proceed(current, { pick = pick, next = next })
end

-- The same for an option that was already read.
function choosing.take_this(current, option, next)
  local function pick(now)
    for at, one in ipairs(now.panel.options) do
      if one.label == option.label and (one.index or at) == option.index then return one end
    end
    acting.refuse("the choice %q has disappeared", option.label)
  end
  return proceed(current, { pick = pick, next = next })
end

-- Presses a key that changes the dialog, and continues with `next`.
function choosing.press(current, key, next) return proceed(current, { key = key, next = next }) end

-- Whether a number or text refers to this option.
function choosing.is_meant(current, option, requested) return picking(requested)(current) == option end

function choosing.choose(params, ctx)
  local given = params.index or params.option or params.choice
  if given == nil or given == "" then acting.refuse("index or option: expected the number or label of an option") end
  local current = acting.dialog(ctx, params)
  local state = current.reported.state
  if #current.panel.options == 0 then acting.refuse("the dialog has no options: the state is %s", state) end
  return choosing.take(current, given, nil, params)
end

-- Predicates. They see only the screen.

function choosing.dialog_left(ctx)
  return ctx.process_exited or has_left(acting.read(ctx), ctx.params.print, ctx.params.tick)
end

function choosing.mark_left(ctx)
  local current = acting.read(ctx)
  return not current.panel or current.panel.mark ~= ctx.params.row
end

function choosing.typed_differs(ctx)
  local current = acting.read(ctx)
  return not current.panel or current.panel.typed ~= ctx.params.typed
end

return choosing
