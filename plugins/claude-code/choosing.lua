-- Choosing in a dialog: the mark is moved key by key to the row that was meant, the screen is read again before each,
-- and Enter is sent only while the mark stands on that row.

local acting = require "acting"

local action, text = ptywright.action, ptywright.text

local choosing = {}

local moved_ms = 1500
local left_ms = 10000
local shown_above = 8

-- What a dialog is, wherever its mark stands and whatever is ticked, and what was said before it. A bullet that
-- blinks above it is no difference.
local function print_of(look)
  local view, found = look.seen.view, look.panel
  local parts = { found.title, found.question and found.question.text or "" }
  for _, option in ipairs(found.options) do parts[#parts + 1] = option.label end
  for at = math.max(0, found.top - shown_above), found.top - 1 do
    parts[#parts + 1] = view:row(at):gsub("^●", " "):gsub("^⏺", " "):gsub("^ +", "")
  end
  return table.concat(parts, "\n")
end

-- The dialog that is being answered: it must not change while the mark moves.
local pursued

local function begin(look) pursued = look.panel and print_of(look) or nil end

local function still(look, name)
  if not look.panel or print_of(look) ~= pursued then
    acting.refuse("stale_dialog: the dialog has changed before %s could be chosen", name)
  end
end

-- One round: Enter on the row that was meant, or one step towards it.
local function round(look, option, last_intent, next)
  local found = look.panel
  local row = found.mark
  if row == option.row then
    local left = acting.sees("dialog_left", { print = pursued, label = option.label, checked = option.checked })
    return {
      actions = { acting.expecting(action.key("enter"), left, ("that %q was chosen"):format(option.label), left_ms) },
      last_intent = last_intent,
    }
  end
  if not row then acting.refuse("no row is marked, so none can be chosen") end
  local step = action.key(row < option.row and "down" or "up")
  local gone = acting.sees("mark_left", { row = row })
  return { actions = { acting.expecting(step, gone, "that the mark has moved", moved_ms) }, next = next }
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
  local option = of_meaning(look.panel.options, wanted)
  if not option then acting.refuse("none of the choices is a plain Yes: %s", names(look.panel.options)) end
  return option
end

function choosing.approve(params, ctx)
  local look = acting.dialog(ctx, params)
  local option = approval(look)
  begin(look)
  return round(look, option, nil, "_approve")
end

function choosing.approve_on(_, ctx)
  local look = acting.look(ctx)
  still(look, "Yes")
  return round(look, approval(look), nil, "_approve")
end

-- Escape is what the dialogs themselves name for it.
function choosing.deny(params, ctx)
  local look = acting.dialog(ctx, params)
  if not acting.is_dialog(look) then acting.refuse("nothing is to be denied: the state is %s", look.told.state) end
  if look.told.state == "waiting_for_trust" then acting.refuse("use deny_trust: it leaves Claude Code") end
  begin(look)
  local left = acting.sees("dialog_left", { print = pursued })
  return { actions = { acting.expecting(action.key("escape"), left, "that the dialog has gone", left_ms) } }
end

-- Trust

local function of_trust(look, wanted)
  if look.told.state ~= "waiting_for_trust" then acting.refuse("trust is not asked for: the state is %s", look.told.state) end
  return of_meaning(look.panel.options, { wanted })
    or acting.refuse("none of the choices says %s: %s", wanted, names(look.panel.options))
end

local function answer_trust(wanted, next)
  local function first(params, ctx)
    local look = acting.dialog(ctx, params)
    local option = of_trust(look, wanted)
    begin(look)
    return round(look, option, nil, next)
  end
  local function on(_, ctx)
    local look = acting.look(ctx)
    still(look, wanted)
    return round(look, of_trust(look, wanted), nil, next)
  end
  return first, on
end

choosing.approve_trust, choosing.approve_trust_on = answer_trust("yes", "_approve_trust")
choosing.deny_trust, choosing.deny_trust_on = answer_trust("no", "_deny_trust")

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

local function wanted_in(params, options)
  local wanted = params.index or params.option or params.choice or params.label
  if wanted == nil or wanted == "" then acting.refuse("index or option: which one is needed") end
  local number = tonumber(wanted)
  local option = number and by_number(options, number) or not number and by_label(options, wanted)
  return option or acting.refuse("there is no choice %s: %s", wanted, names(options))
end

function choosing.choose(params, ctx)
  local look = acting.dialog(ctx, params)
  if #look.panel.options == 0 then acting.refuse("nothing is to be chosen: the state is %s", look.told.state) end
  local option = wanted_in(params, look.panel.options)
  begin(look)
  return round(look, option, nil, "_choose")
end

function choosing.choose_on(params, ctx)
  local look = acting.look(ctx)
  still(look, tostring(params.index or params.option or params.choice or params.label))
  return round(look, wanted_in(params, look.panel.options), nil, "_choose")
end

-- Predicates, which see the screen alone

local function option_of(found, label)
  for _, option in ipairs(found.options) do
    if option.label == label then return option end
  end
end

-- The dialog is another one or gone; a choice to be ticked only looks different.
function choosing.has_left(ctx)
  local look = acting.look(ctx)
  if ctx.process_exited or look.composer then return true end
  if not look.panel then return false end
  if print_of(look) ~= ctx.params.print then return true end
  local option = ctx.params.checked ~= nil and option_of(look.panel, ctx.params.label)
  return option and option.checked ~= ctx.params.checked or false
end

function choosing.mark_has_left(ctx)
  local look = acting.look(ctx)
  return not look.panel or look.panel.mark ~= ctx.params.row
end

return choosing
