-- Choosing in a dialog: the mark is moved key by key to the row that was meant, the screen is read again before each,
-- and Enter is sent only while the mark stands on that row.

local acting = require "acting"
local activity = require "activity"
local meant = require "meant"

local action, matcher, text = ptywright.action, ptywright.matcher, ptywright.text

local choosing = {}

local left_ms = 10000
-- Claude Code takes no key in a dialog's first moment.
local first_moment_ms = 200
-- Half a screen does not stand for this long.
local drawn_ms = 400
-- A dialog that has not changed for this long after a key has not taken it, nor one that has only blinked so often: the
-- bullet above it does, each 600 ms.
local untaken_ms = 1500
local most_blinks = 3
-- What was sent twice may be read twice, and moves the mark again before this has passed.
local unsure_ms = 500
local most_tries = 12
local shown_above = 8

-- The turn above a dialog, whether its bullets are on or off. The logo above it moves, and blank rows come and go, as
-- does what says that a hook runs.
local function said_before(look, parts)
  local view, top = look.seen.view, look.panel.top
  local echo = look.seen.turn.echo
  local from = echo and echo.row or 0
  for at = math.max(from, top - shown_above), top - 1 do
    local words = view:row(at):gsub("^●", " "):gsub("^⏺", " "):gsub("^ +", "")
    if words ~= "" and not words:find("^⎿%s+Running .*hook") then parts[#parts + 1] = words end
  end
end

-- What a dialog is, wherever its mark stands and whatever is ticked.
local function parts_of(look)
  local found = look.panel
  local parts = { found.title, found.question and found.question.text or "", look.told.metadata.dialog_id or "" }
  local asked = look.told.metadata.permission
  if asked then parts[#parts + 1] = asked.body end
  for _, option in ipairs(found.options) do parts[#parts + 1] = option.label end
  return parts
end

local function own_print(look) return table.concat(parts_of(look), "\n") end

-- The same with what was said before it, by which one that was answered is told from the next.
local function print_of(look)
  local parts = parts_of(look)
  said_before(look, parts)
  return table.concat(parts, "\n")
end

-- Whether the dialog is another one or gone; without a print, whether the composer is back. A choice to be ticked only
-- looks different, and half a screen tells nothing.
local function has_left(look, print, tick)
  if look.composer or (look.told.state == "thinking" and print) then return true end
  if not look.panel or print == nil then return false end
  if print_of(look) ~= print then return true end
  local option = tick and tick.checked ~= nil and meant.labelled(look.panel.options, tick.label)[1]
  return option and option.checked ~= tick.checked or false
end

-- Whether a turn has run since a place of the transcript: what was answered is over then, though a dialog stands there
-- that asks for the very same, and no screen between the two was ever looked at. To err is to send too little.
local function went_on(ctx, cursor)
  if cursor >= ctx.cursor then return false end
  local written = ctx.transcript:sub(utf8.offset(ctx.transcript, cursor - ctx.cursor) or 1)
  for title in written:gmatch("\27%][02];([^\7\27]*)") do
    if activity.title(title) == "busy" then return true end
  end
  return written:gsub("\27%[[%d;]*m", ""):find("esc to interrupt", 1, true) ~= nil
end

-- What is under way: { own (print of the dialog), print (of it and what stood above it at the last key), pick (gives the
-- option that is meant) or key, tick, entered, moved (the row that the mark was to leave), unsure, sees (what is to come
-- of the last key), blinks, cursor (of the transcript, before that key), tries, next (what goes on once the dialog has
-- changed) }
local pursuit

-- A key of which nothing was seen may have been ignored, or not been read yet. In the second case it moves the mark after
-- the next one does: Enter waits until that has had its time.
local function note_move(row)
  pursuit.unsure = pursuit.unsure or pursuit.moved == row
  pursuit.moved = row
end

-- The rows that were read: if they are others when the key is sent, it is not.
local function as_read(look)
  local found, rows = look.panel, {}
  local last = found.options[#found.options]
  for at = found.title_row, last and last.row or found.last do
    rows[#rows + 1] = { row = at, text = look.seen.view:row(at) }
  end
  return rows
end

-- A key, and what is to come of it, or a screen that rests.
local function pressing(look, key, sees, why)
  pursuit.sees, pursuit.blinks = sees, 0
  local either = matcher.any { sees, matcher.screen_stable(drawn_ms) }
  return { actions = { acting.expecting(key, either, why, left_ms) }, shows = as_read(look), next = "_pursue" }
end

-- A program that is slow to read is given time; nil when it has had that.
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
  return resting(unsure_ms, "the mark to stand still")
end

local function sending(look, key, why)
  if pursuit.unsure then return settling() end
  pursuit.moved, pursuit.cursor = nil, look.seen.ctx.cursor
  pursuit.print = pursuit.own and print_of(look)
  local sees = acting.sees("dialog_left", { print = pursuit.print, tick = pursuit.tick })
  pursuit.tries = pursuit.tries + 1
  if pursuit.tries > most_tries then acting.refuse("the dialog does not take %s", key) end
  pursuit.entered = true
  return pressing(look, action.key(key), sees, why)
end

-- Without a mark, the number is typed, and read again before Enter.
local function typing(look, option)
  local wanted = option.key or tostring(option.index)
  if look.panel.typed == wanted then return sending(look, "enter", "that the number was taken") end
  pursuit.entered = false
  note_move(look.panel.typed)
  local key = look.panel.typed == "" and action.text(wanted) or action.key("backspace")
  return pressing(look, key, acting.sees("typed_differs", { typed = look.panel.typed }), "the number in its row")
end

-- One step towards the row that was meant, or Enter on it. Claude Code takes no key in a dialog's first moment, so
-- that nobody answers what he has not seen: a key that was not taken is sent again, after the dialog was read again.
local function step(look)
  if pursuit.key then return sending(look, pursuit.key, "that the dialog has gone") end
  local option, row = pursuit.pick(look), look.panel.mark
  if look.panel.kind == "plain" then return typing(look, option) end
  if not row then acting.refuse("no row is marked, so none can be chosen") end
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
  return resting(first_moment_ms, "a dialog that rests")
end

-- Half a screen: neither the dialog nor what follows it.
local function being_drawn()
  pursuit.tries = pursuit.tries + 1
  if pursuit.tries > most_tries then acting.refuse("the dialog has gone, and nothing has come in its place") end
  local whole = matcher.any { acting.sees("dialog_left", { print = pursuit.print }), matcher.screen_stable(drawn_ms) }
  return { actions = { acting.awaits(whole, "the rest of the screen") }, next = "_pursue" }
end

-- Whether the answer that was entered has been taken.
local function is_taken(look, ctx)
  local rests = ctx.stable_ms >= drawn_ms
  -- The title may be ahead of the screen: the dialog that was answered is not to be taken for the next one.
  if rests and (not look.panel or went_on(ctx, pursuit.cursor)) then return true end
  return has_left(look, pursuit.print, pursuit.tick)
end

-- Whether something else is there than what the answer is for, before any key has answered it.
local function is_another(look) return look.composer ~= nil or look.panel ~= nil and own_print(look) ~= pursuit.own end

function choosing.pursue(_, ctx)
  local look = acting.look(ctx)
  local rests, entered = ctx.stable_ms >= drawn_ms, pursuit.entered
  if entered and (ctx.process_exited or is_taken(look, ctx)) then return { next = pursuit.next } end
  local another = ctx.process_exited or not entered and is_another(look)
  if another and rests then acting.refuse("stale_dialog: the dialog has changed before anything was chosen") end
  -- What changes without having left may be half of another one.
  if another or not look.panel or (entered and not rests) then return being_drawn() end
  local unseen = entered or (pursuit.moved ~= nil and pursuit.moved == (look.panel.typed or look.panel.mark))
  return unseen and given_time(ctx) or step(look)
end

-- By what it means

local approvals = {
  waiting_for_permission = { "yes", "yes_and_tell" },
  waiting_for_plan_approval = { "yes_manually", "yes" },
  waiting_for_enter_plan_mode = { "yes" },
}

local function approval(look)
  local wanted = approvals[look.told.state]
  if not wanted then acting.refuse("nothing is to be approved: the state is %s", look.told.state) end
  return meant.by_meaning(look.panel.options, wanted)
    or acting.refuse("none of the choices is a plain Yes: %s", meant.names(look.panel.options))
end

function choosing.approve(params, ctx)
  local look = acting.dialog(ctx, params)
  approval(look)
  return pursue(look, { pick = approval })
end

-- A page may take one Escape for a search in it, and another to close.
function choosing.close(look)
  pursuit = { key = "escape", tries = 0 }
  return step(look)
end

-- Escape is what the dialogs themselves name for it.
function choosing.deny(params, ctx)
  local look = acting.dialog(ctx, params)
  if not acting.is_dialog(look) then return choosing.close(look) end
  if look.told.state == "waiting_for_trust" then acting.refuse("use deny_trust: it leaves Claude Code") end
  return pursue(look, { key = "escape" })
end

-- Trust

local function answering_trust(wanted)
  local function pick(look)
    return meant.by_meaning(look.panel.options, { wanted })
      or acting.refuse("none of the choices says %s: %s", wanted, meant.names(look.panel.options))
  end
  return function(params, ctx)
    local look = acting.dialog(ctx, params)
    if look.told.state ~= "waiting_for_trust" then
      acting.refuse("trust is not asked for: the state is %s", look.told.state)
    end
    return pursue(look, { pick = pick })
  end
end

choosing.approve_trust = answering_trust "yes"
choosing.deny_trust = answering_trust "no"

-- By number or words

local function picking(wanted)
  return function(look)
    local options = look.panel.options
    return meant.option(options, wanted) or acting.refuse("there is no choice %s: %s", wanted, meant.names(options))
  end
end

-- Chooses in a dialog that was just read, and goes on in `next`.
function choosing.take(look, wanted, next)
  local pick = picking(wanted)
  pick(look)
  return pursue(look, { pick = pick, next = next })
end

-- The same for a choice that was read.
function choosing.take_this(look, option, next)
  local function pick(now)
    for at, one in ipairs(now.panel.options) do
      if one.label == option.label and (one.index or at) == option.index then return one end
    end
    acting.refuse("the choice %q has gone", option.label)
  end
  return pursue(look, { pick = pick, next = next })
end

-- Presses a key that changes the dialog, and goes on in `next`.
function choosing.press(look, key, next) return pursue(look, { key = key, next = next }) end

-- Whether an option is the one that is meant by a number or words.
function choosing.is_meant(look, option, wanted) return picking(wanted)(look) == option end

function choosing.choose(params, ctx)
  local wanted = params.index or params.option or params.choice
  if wanted == nil or wanted == "" then acting.refuse("index or option: which one is needed") end
  local look = acting.dialog(ctx, params)
  if #look.panel.options == 0 then acting.refuse("nothing is to be chosen: the state is %s", look.told.state) end
  return choosing.take(look, wanted)
end

-- Predicates, which see the screen alone

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
