-- Choosing in a dialog: the mark is moved key by key to the row that was meant, the screen is read again before each,
-- and Enter is sent only while the mark stands on that row.

local acting = require "acting"

local action, matcher, text = ptywright.action, ptywright.matcher, ptywright.text

local choosing = {}

local moved_ms = 1500
local left_ms = 10000
-- A dialog that has not changed for this long after a key has not taken it.
local untaken_ms = 400
local most_tries = 12
local shown_above = 8

-- The turn above a dialog, whether its bullets are on or off. The logo above it moves.
local function said_before(look, parts)
  local view, top = look.seen.view, look.panel.top
  local echo = look.seen.turn.echo
  local from = echo and echo.row or 0
  for at = math.max(from, top - shown_above), top - 1 do
    parts[#parts + 1] = view:row(at):gsub("^●", " "):gsub("^⏺", " "):gsub("^ +", "")
  end
end

-- What a dialog is, wherever its mark stands and whatever is ticked, and what was said before it.
local function print_of(look)
  local found = look.panel
  local parts = { found.title, found.question and found.question.text or "", look.told.metadata.dialog_id or "" }
  for _, option in ipairs(found.options) do parts[#parts + 1] = option.label end
  said_before(look, parts)
  return table.concat(parts, "\n")
end

local function option_of(found, label)
  for _, option in ipairs(found.options) do
    if option.label == label then return option end
  end
end

-- Whether the dialog is another one or gone; without a print, whether the composer is back. A choice to be ticked only
-- looks different, and half a screen tells nothing.
local function has_left(look, print, tick)
  if look.composer or (look.told.state == "thinking" and print) then return true end
  if not look.panel or print == nil then return false end
  if print_of(look) ~= print then return true end
  local option = tick and tick.checked ~= nil and option_of(look.panel, tick.label)
  return option and option.checked ~= tick.checked or false
end

-- What is under way: { print (of the dialog), pick (gives the option that is meant) or key, tick, entered, tries, next
-- (what goes on once the dialog has changed) }
local pursuit

local function sending(key, why)
  local sees = acting.sees("dialog_left", { print = pursuit.print, tick = pursuit.tick })
  pursuit.tries = pursuit.tries + 1
  if pursuit.tries > most_tries then acting.refuse("the dialog does not take %s", key) end
  pursuit.entered = true
  local either = matcher.any { sees, matcher.screen_stable(untaken_ms) }
  return { actions = { acting.expecting(action.key(key), either, why, left_ms) }, next = "_pursue" }
end

-- Without a mark, the number is typed, and read again before Enter.
local function typing(look, option)
  local wanted = option.key or tostring(option.index)
  if look.panel.typed == wanted then return sending("enter", "that the number was taken") end
  pursuit.entered = false
  local key = look.panel.typed == "" and action.text(wanted) or action.key("backspace")
  local seen = matcher.any { acting.sees("typed_differs", { typed = look.panel.typed }), matcher.screen_stable(untaken_ms) }
  return { actions = { acting.expecting(key, seen, "the number in its row", moved_ms) }, next = "_pursue" }
end

-- One step towards the row that was meant, or Enter on it. Claude Code takes no key in a dialog's first moment, so
-- that nobody answers what he has not seen: a key that was not taken is sent again, after the dialog was read again.
local function step(look)
  if pursuit.key then return sending(pursuit.key, "that the dialog has gone") end
  local option, row = pursuit.pick(look), look.panel.mark
  if look.panel.kind == "plain" then return typing(look, option) end
  if not row then acting.refuse("no row is marked, so none can be chosen") end
  if row == option.row then
    pursuit.tick = { label = option.label, checked = option.checked }
    return sending("enter", ("that %q was chosen"):format(option.label))
  end
  pursuit.entered = false
  local gone = matcher.any { acting.sees("mark_left", { row = row }), matcher.screen_stable(untaken_ms) }
  local key = action.key(row < option.row and "down" or "up")
  return { actions = { acting.expecting(key, gone, "that the mark has moved", moved_ms) }, next = "_pursue" }
end

local function pursue(look, how)
  pursuit = { print = print_of(look), pick = how.pick, key = how.key, tries = 0, next = how.next }
  return step(look)
end

-- Half a screen: neither the dialog nor what follows it.
local function being_drawn()
  pursuit.tries = pursuit.tries + 1
  if pursuit.tries > most_tries then acting.refuse("the dialog has gone, and nothing has come in its place") end
  local whole = matcher.any { acting.sees("dialog_left", { print = pursuit.print }), matcher.screen_stable(untaken_ms) }
  return { actions = { acting.awaits(whole, "the rest of the screen") }, next = "_pursue" }
end

function choosing.pursue(_, ctx)
  local look = acting.look(ctx)
  local gone = pursuit.entered and not look.panel and ctx.stable_ms >= untaken_ms
  local left = gone or ctx.process_exited or has_left(look, pursuit.print, pursuit.tick)
  if left and pursuit.entered then return { next = pursuit.next } end
  if left then acting.refuse("stale_dialog: the dialog has changed before anything was chosen") end
  -- What changes without having left may be half of another one.
  if not look.panel or (pursuit.entered and ctx.stable_ms < untaken_ms) then return being_drawn() end
  return step(look)
end

local function names(options)
  local list = {}
  for at, option in ipairs(options) do list[at] = ("%d. %s"):format(option.index or at, option.label) end
  return table.concat(list, ", ")
end

-- By what it means

local function of_meaning(options, wanted)
  for _, meaning in ipairs(wanted) do
    for _, option in ipairs(options) do
      if option.meaning == meaning then return option end
    end
  end
end

local approvals = {
  waiting_for_permission = { "yes", "yes_and_tell" },
  waiting_for_plan_approval = { "yes_manually", "yes", "yes_and_switch_mode" },
  waiting_for_enter_plan_mode = { "yes" },
}

local function approval(look)
  local wanted = approvals[look.told.state]
  if not wanted then acting.refuse("nothing is to be approved: the state is %s", look.told.state) end
  return of_meaning(look.panel.options, wanted)
    or acting.refuse("none of the choices is a plain Yes: %s", names(look.panel.options))
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
    return of_meaning(look.panel.options, { wanted })
      or acting.refuse("none of the choices says %s: %s", wanted, names(look.panel.options))
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

local function by_number(options, number)
  for at, option in ipairs(options) do
    if (option.index or at) == number then return option end
  end
end

local function by_label(options, label)
  local wanted, found = text.lower(text.squeeze(label)), {}
  for _, option in ipairs(options) do
    local words = text.lower(option.label)
    if words == wanted then return option end
    if words:find(wanted, 1, true) then found[#found + 1] = option end
  end
  if #found > 1 then acting.refuse("%q is part of several choices: %s", label, names(found)) end
  return found[1]
end

local function picking(wanted)
  local number = tonumber(wanted)
  return function(look)
    local options = look.panel.options
    local option = number and by_number(options, number) or not number and by_label(options, wanted)
    return option or acting.refuse("there is no choice %s: %s", wanted, names(options))
  end
end

-- Chooses in a dialog that was just read, and goes on in `next`.
function choosing.take(look, wanted, next)
  local pick = picking(wanted)
  pick(look)
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
