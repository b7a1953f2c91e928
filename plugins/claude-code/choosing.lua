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
local shown_above = 8

-- Collects the turn above a dialog, independent of blinking bullets. The logo above it moves. Blank rows and the row
-- about a running hook come and go.
local function said_before(look, parts)
  local view, top = look.seen.view, look.panel.top
  local echo = look.seen.turn.echo
  local from = echo and echo.row or 0
  for at = math.max(from, top - shown_above), top - 1 do
    local words = view:row(at):gsub("^●", " "):gsub("^⏺", " "):gsub("^ +", "")
    if words ~= "" and not words:find("^⎿%s+Running .*hook") then parts[#parts + 1] = words end
  end
end

-- Parts that identify a dialog, independent of its marker and checkboxes.
local function parts_of(look)
  local found = look.panel
  local parts = { found.title, found.question and found.question.text or "", look.told.metadata.dialog_id or "" }
  local asked = look.told.metadata.permission
  if asked then parts[#parts + 1] = asked.body end
  for _, option in ipairs(found.options) do parts[#parts + 1] = option.label end
  return parts
end

local function own_print(look) return table.concat(parts_of(look), "\n") end

-- Adds the text above the dialog. It distinguishes an answered dialog from an identical next one.
local function print_of(look)
  local parts = parts_of(look)
  said_before(look, parts)
  return table.concat(parts, "\n")
end

-- Whether the dialog is gone or replaced. Without a fingerprint: whether the composer is back. A checkbox only changes
-- its look, and a partly drawn screen proves nothing.
local function has_left(look, print, tick)
  if look.composer or (look.told.state == "thinking" and print) then return true end
  if not look.panel or print == nil then return false end
  if print_of(look) ~= print then return true end
  local option = tick and tick.checked ~= nil and meant.labelled(look.panel.options, tick.label)[1]
  return option and option.checked ~= tick.checked or false
end

-- Whether a turn has run since a position in the transcript. If so, the answer was taken, even when an identical dialog
-- is open and no screen between the two was read. In doubt, this sends too little.
local function went_on(ctx, cursor)
  if cursor >= ctx.cursor then return false end
  local written = ctx.transcript:sub(utf8.offset(ctx.transcript, cursor - ctx.cursor) or 1)
  for title in written:gmatch("\27%][02];([^\7\27]*)") do
    if activity.title(title) == "busy" then return true end
  end
  return written:gsub("\27%[[%d;]*m", ""):find("esc to interrupt", 1, true) ~= nil
end

-- The operation in progress:
-- own: fingerprint of the dialog; print: the same with the text above it, at the last key
-- pick: returns the requested option; key: a key to press instead; next: intent to continue with after the change
-- moved: row that the marker should leave; sees: expected effect of the last key
-- cursor: transcript position before that key
-- Also tick, entered, unsure, blinks, tries.
local pursuit

-- A key without visible effect was either ignored or not read yet. If it was not read yet, it moves the marker after
-- the next key does. Enter waits until that is no longer possible.
local function note_move(row)
  pursuit.unsure = pursuit.unsure or pursuit.moved == row
  pursuit.moved = row
end

-- The rows that were read. The key is not sent if they have changed by then.
local function as_read(look)
  local found, rows = look.panel, {}
  local last = found.options[#found.options]
  for at = found.title_row, last and last.row or found.last do
    rows[#rows + 1] = { row = at, text = look.seen.view:row(at) }
  end
  return rows
end

-- Sends a key, then waits for its effect or for a stable screen. Reads a dialog again if it has moved meanwhile.
local function pressing(look, key, sees, why)
  pursuit.sees, pursuit.blinks = sees, 0
  local either = matcher.any { sees, matcher.screen_stable(drawn_ms) }
  return {
    actions = { acting.expecting(key, either, why, left_ms) },
    shows = as_read(look),
    changed = "_pursue_again",
    next = "_pursue",
  }
end

-- Gives a slow program more time. Returns nil when that time is used up.
local function given_time(ctx)
  if ctx.stable_ms >= untaken_ms or pursuit.blinks >= most_blinks then return nil end
  pursuit.blinks = pursuit.blinks + 1
  local either = matcher.any { pursuit.sees, matcher.screen_stable(untaken_ms), matcher.changed() }
  return { actions = { acting.awaits(either, "that the key was read", left_ms) }, next = "_pursue" }
end

local function resting(ms, why)
  return { actions = { acting.awaits(matcher.screen_stable(ms), why, left_ms) }, next = "_pursue" }
end

local function settling()
  pursuit.unsure, pursuit.moved = nil, nil
  return resting(unsure_ms, "a marked row that no longer moves")
end

local function sending(look, key, why)
  if pursuit.unsure then return settling() end
  pursuit.moved, pursuit.cursor = nil, look.seen.ctx.cursor
  pursuit.print = pursuit.own and print_of(look)
  local sees = acting.sees("dialog_left", { print = pursuit.print, tick = pursuit.tick })
  pursuit.tries = pursuit.tries + 1
  if pursuit.tries > most_tries then acting.refuse("the dialog does not react to the key %s", key) end
  pursuit.entered = true
  return pressing(look, action.key(key), sees, why)
end

-- Without a marker, types the number and reads it back before Enter.
local function typing(look, option)
  local wanted = option.key or tostring(option.index)
  if look.panel.typed == wanted then return sending(look, "enter", "that the number was taken") end
  pursuit.entered = false
  note_move(look.panel.typed)
  local key = look.panel.typed == "" and action.text(wanted) or action.key("backspace")
  return pressing(look, key, acting.sees("typed_differs", { typed = look.panel.typed }), "the number in its row")
end

-- Moves one step towards the requested row, or presses Enter on it. Claude Code ignores keys in the first moment of a
-- dialog, to prevent answers to an unseen dialog. A key that was ignored is sent again after the dialog was read again.
local function step(look)
  pursuit.unsent = { entered = pursuit.entered, moved = pursuit.moved, unsure = pursuit.unsure }
  if pursuit.key then return sending(look, pursuit.key, "that the dialog has closed") end
  local option, row = pursuit.pick(look), look.panel.mark
  if look.panel.kind == "plain" then return typing(look, option) end
  if not row then acting.refuse("the dialog has no marked row, so no option can be chosen") end
  if row == option.row then
    pursuit.tick = { label = option.label, checked = option.checked }
    return sending(look, "enter", ("that %q was chosen"):format(option.label))
  end
  pursuit.entered = false
  note_move(row)
  local key = action.key(row < option.row and "down" or "up")
  return pressing(look, key, acting.sees("mark_left", { row = row }), "that the mark has moved")
end

local function pursue(look, how)
  pursuit = { own = own_print(look), pick = how.pick, key = how.key, tries = 0, next = how.next }
  if look.seen.ctx.stable_ms >= first_moment_ms then return step(look) end
  return resting(first_moment_ms, "a dialog that no longer changes")
end

-- The screen is partly drawn: it has neither the dialog nor what follows it.
local function being_drawn()
  pursuit.tries = pursuit.tries + 1
  if pursuit.tries > most_tries then
    acting.refuse("the dialog has disappeared, and no dialog or composer has replaced it")
  end
  local whole = matcher.any { acting.sees("dialog_left", { print = pursuit.print }), matcher.screen_stable(drawn_ms) }
  return { actions = { acting.awaits(whole, "the rest of the screen") }, next = "_pursue" }
end

-- Whether the dialog took the answer after Enter.
local function is_taken(look, ctx)
  local rests = ctx.stable_ms >= drawn_ms
  -- The title may change before the screen does. The answered dialog must not be taken for the next one.
  if rests and (not look.panel or went_on(ctx, pursuit.cursor)) then return true end
  return has_left(look, pursuit.print, pursuit.tick)
end

-- Whether another dialog or screen has replaced the target before the first key.
local function is_another(look) return look.composer ~= nil or look.panel ~= nil and own_print(look) ~= pursuit.own end

function choosing.pursue(_, ctx)
  local look = acting.look(ctx)
  local rests, entered = ctx.stable_ms >= drawn_ms, pursuit.entered
  if entered and (ctx.process_exited or is_taken(look, ctx)) then return { next = pursuit.next } end
  local another = ctx.process_exited or not entered and is_another(look)
  if another and rests then acting.refuse("stale_dialog: the dialog changed before an option was chosen") end
  -- A screen that changed but still has a dialog may be partly drawn.
  if another or not look.panel or (entered and not rests) then return being_drawn() end
  local unseen = entered or (pursuit.moved ~= nil and pursuit.moved == (look.panel.typed or look.panel.mark))
  return unseen and given_time(ctx) or step(look)
end

-- The dialog changed after it was read, so the last key was not sent.
function choosing.pursue_again(params, ctx)
  local unsent = pursuit.unsent
  pursuit.entered, pursuit.moved, pursuit.unsure = unsent.entered, unsent.moved, unsent.unsure
  pursuit.tries = pursuit.tries + 1
  if pursuit.tries > most_tries then acting.refuse("the dialog keeps changing") end
  return choosing.pursue(params, ctx)
end

-- Selection by meaning

local approvals = {
  waiting_for_permission = { "yes", "yes_and_tell" },
  waiting_for_plan_approval = { "yes_manually", "yes" },
  waiting_for_enter_plan_mode = { "yes" },
}

-- Selects a Yes only if the dialog shows everything that it permits, or if the client accepted a truncated dialog.
local function permitted(look, option, params)
  local told = look.told.metadata
  local asked = told.permission or told.plan and told
  if not asked or not text.starts(option.meaning or "", "yes") then return option end
  if asked.doubt then acting.refuse("the dialog is not reliable, so Yes is not chosen: %s", asked.doubt) end
  if asked.cut and params.accept_cut ~= true then
    acting.refuse("the dialog is cut: part of what it permits is not on the screen. Make the terminal larger, "
      .. "or pass accept_cut: true")
  end
  return option
end

local function approval(look, params)
  local wanted = approvals[look.told.state]
  if not wanted then acting.refuse("nothing is to be approved: the state is %s", look.told.state) end
  local option = meant.by_meaning(look.panel.options, wanted)
    or acting.refuse("none of the choices is a plain Yes: %s", meant.names(look.panel.options))
  return permitted(look, option, params)
end

function choosing.approve(params, ctx)
  local look = acting.dialog(ctx, params)
  approval(look, params)
  return pursue(look, { pick = function(now) return approval(now, params) end })
end

-- A page may need one Escape to leave its search and another to close.
function choosing.close(look)
  pursuit = { key = "escape", tries = 0 }
  return step(look)
end

-- The dialogs themselves name Escape as the key for this.
function choosing.deny(params, ctx)
  local look = acting.dialog(ctx, params)
  if not acting.is_dialog(look) then return choosing.close(look) end
  if look.told.state == "waiting_for_trust" then
    acting.refuse("deny does not answer the trust dialog: use deny_trust, which ends Claude Code")
  end
  return pursue(look, { key = "escape" })
end

-- Trust

local function answering_trust(wanted)
  local function pick(look)
    return meant.by_meaning(look.panel.options, { wanted })
      or acting.refuse("none of the choices means %q: %s", wanted, meant.names(look.panel.options))
  end
  return function(params, ctx)
    local look = acting.dialog(ctx, params)
    if look.told.state ~= "waiting_for_trust" then
      acting.refuse("no trust dialog is open: the state is %s", look.told.state)
    end
    return pursue(look, { pick = pick })
  end
end

choosing.approve_trust = answering_trust "yes"
choosing.deny_trust = answering_trust "no"

-- Selection by number or text

local function picking(wanted, params)
  return function(look)
    local options = look.panel.options
    local option = meant.option(options, wanted)
      or acting.refuse("there is no choice %s: %s", wanted, meant.names(options))
    return permitted(look, option, params or {})
  end
end

-- Selects an option in a dialog that was just read, and continues with `next`.
function choosing.take(look, wanted, next, params)
  local pick = picking(wanted, params)
  pick(look)
  return pursue(look, { pick = pick, next = next })
end

-- The same for an option that was already read.
function choosing.take_this(look, option, next)
  local function pick(now)
    for at, one in ipairs(now.panel.options) do
      if one.label == option.label and (one.index or at) == option.index then return one end
    end
    acting.refuse("the choice %q has disappeared", option.label)
  end
  return pursue(look, { pick = pick, next = next })
end

-- Presses a key that changes the dialog, and continues with `next`.
function choosing.press(look, key, next) return pursue(look, { key = key, next = next }) end

-- Whether a number or text refers to this option.
function choosing.is_meant(look, option, wanted) return picking(wanted)(look) == option end

function choosing.choose(params, ctx)
  local wanted = params.index or params.option or params.choice
  if wanted == nil or wanted == "" then acting.refuse("index or option: expected the number or label of an option") end
  local look = acting.dialog(ctx, params)
  if #look.panel.options == 0 then acting.refuse("the dialog has no options: the state is %s", look.told.state) end
  return choosing.take(look, wanted, nil, params)
end

-- Predicates. They see only the screen.

function choosing.dialog_left(ctx)
  return ctx.process_exited or has_left(acting.look(ctx), ctx.params.print, ctx.params.tick)
end

function choosing.mark_left(ctx)
  local look = acting.look(ctx)
  return not look.panel or look.panel.mark ~= ctx.params.row
end

function choosing.typed_differs(ctx)
  local look = acting.look(ctx)
  return not look.panel or look.panel.typed ~= ctx.params.typed
end

return choosing
