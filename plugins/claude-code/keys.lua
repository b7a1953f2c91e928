-- Intents that send keys: cancel a turn, expand views, change the mode, and send single keys by name.

local acting = require "acting"
local choosing = require "choosing"
local turns = require "turns"
local vim = require "vim"

local action, text = ptywright.action, ptywright.text

local keys = {}

local settle_ms = 2000
-- A program that gets no processor time is slow to change its mode. A second key would be one too many.
local mode_ms = 10000
-- Some versions hide the mode behind a notice for this long.
local hidden_ms = 30000
-- The default mode may be visible only as the absence of another mode.
local plain_ms = 200

-- Cancelling a turn. Without a running turn, Escape would open or clear something, so it is not sent.

local running = { thinking = true, cancelling = true }

local function escape_once(next)
  turns.cancelled()
  local settled = ptywright.matcher.any { acting.sees("turn_rests"), ptywright.matcher.screen_stable(400) }
  return {
    actions = { acting.expecting(action.key("escape"), settled, "the end of the turn", settle_ms) },
    last_intent = "cancelling",
    next = next,
  }
end

local function closes(current)
  local state = current.reported.state
  return current.panel ~= nil and state ~= "waiting_for_trust" and state ~= "thinking"
end

-- Leaves a cancelled turn that has stopped alone: at rest, Escape clears or rewinds.
local function is_to_be_ended(current)
  return current.reported.state == "thinking" or current.reported.state == "cancelling" and turns.runs(current.seen)
end

function keys.cancel(params, ctx)
  vim.begin()
  return keys.cancel_on(params, ctx)
end

function keys.cancel_on(_, ctx)
  local current = acting.read(ctx)
  if is_to_be_ended(current) then
    local leaving = vim.to_normal(current, "_cancel")
    if leaving then return leaving end
    turns.cancelled()
    return { actions = { action.key("escape") }, last_intent = "cancelling" }
  end
  if closes(current) then return choosing.close(current) end
  return {}
end

function keys.force_cancel(params, ctx)
  vim.begin()
  return keys.force_cancel_on(params, ctx)
end

function keys.force_cancel_on(params, ctx)
  local current = acting.read(ctx)
  if running[current.reported.state] then
    return vim.to_normal(current, "_force_cancel") or escape_once("_force_cancel_again")
  end
  return keys.cancel_on(params, ctx)
end

-- Sends the second Escape only if the first was not enough. At rest, two of them rewind.
function keys.force_cancel_again(_, ctx)
  if not running[acting.read(ctx).reported.state] then return {} end
  return { actions = { action.key("escape") }, last_intent = "cancelling" }
end

-- Predicate.
function keys.turn_rests(ctx)
  local reported = acting.read(ctx).reported
  return { matched = not running[reported.state], recheck_ms = reported.recheck_ms }
end

-- Views and pages

function keys.expand() return { actions = { action.key("ctrl+o") } } end

function keys.dismiss_welcome(_, ctx)
  local current = acting.read(ctx)
  local page = current.reported.metadata.screen
  if not page or not page.welcome then return {} end
  return { actions = { acting.expecting(action.key("enter"), ptywright.matcher.changed(), "the next page") } }
end

local function effort(key)
  return function(params, ctx)
    local current = acting.dialog(ctx, params)
    local page = current.reported.metadata.screen
    if current.reported.state ~= "waiting_for_model_select" and not (page and page.title == "Effort") then
      acting.refuse("no effort can be selected: the state is %s", current.reported.state)
    end
    return { actions = { action.key(key) } }
  end
end

keys.effort_left = effort("left")
keys.effort_right = effort("right")

-- Single keys

local names = {
  "enter", "return", "escape", "esc", "tab", "backtab", "backspace", "delete", "insert", "space", "up", "down", "left",
  "right", "home", "end", "page_up", "page_down", "pageup", "pagedown",
}

local known = {}
for _, name in ipairs(names) do known[name] = true end

local function is_key(words)
  local name = text.lower(words):gsub("%-", "_")
  name = name:gsub("^ctrl[_+]", ""):gsub("^alt[_+]", ""):gsub("^shift[_+]", "")
  if name ~= text.lower(words):gsub("%-", "_") then
    return known[name] or name:find("^%g$") ~= nil or name:find("^f%d%d?$") ~= nil
  end
  return known[name] or name:find("^f%d%d?$") ~= nil
end

-- Sends a key by name, or types other text literally.
function keys.key(params)
  local words = params.key
  if type(words) ~= "string" or words == "" then acting.refuse("key: expected the name of a key or a text") end
  if is_key(words) then return { actions = { action.key((words:gsub("%-", "_"))) } } end
  return { actions = { action.text(words) } }
end

-- Modes. Two rounds: the mode row may appear and disappear before it is read.
local most_modes, most_rounds = 12, 2
local tried

local function names_of(list)
  local names, known = {}, {}
  for _, mode in ipairs(list) do
    if not known[mode] then names[#names + 1] = mode end
    known[mode] = true
  end
  return table.concat(names, ", ")
end

local function cycling(mode)
  local other = acting.sees("mode_differs", { mode = mode })
  return { actions = { acting.expecting(action.key("shift+tab"), other, "another mode", mode_ms) }, next = "_set_mode" }
end

-- Without a visible mode, the row may only be redrawing. A running turn never lets the screen rest.
local function is_mode_sure(current)
  local found = current.seen.footer
  if found.hidden then return false end
  return found.mode ~= nil or current.seen.ctx.stable_ms >= plain_ms or turns.runs(current.seen)
end

function keys.set_mode(params, ctx)
  if type(params.mode) ~= "string" then acting.refuse("mode: expected the name of a mode") end
  tried = {}
  return keys.set_mode_on(params, ctx)
end

function keys.set_mode_on(params, ctx)
  local current = acting.read(ctx)
  if not current.composer then acting.refuse("no composer is visible: the state is %s", current.reported.state) end
  if not is_mode_sure(current) then
    return {
      actions = { acting.awaits(acting.sees("mode_differs", {}), "the mode in the footer", hidden_ms) },
      next = "_set_mode",
    }
  end
  local mode = current.seen.footer.mode or "default"
  if mode == params.mode then return {} end
  if tried[mode] == most_rounds or #tried >= most_modes then
    acting.refuse("there is no mode %s here: shift+tab leads to %s", params.mode, names_of(tried))
  end
  tried[#tried + 1] = mode
  tried[mode] = (tried[mode] or 0) + 1
  return cycling(mode)
end

-- Predicate. Without a mode to compare with, any mode matches.
function keys.mode_differs(ctx)
  local current = acting.read(ctx)
  if not current.composer or not is_mode_sure(current) then return { matched = false, recheck_ms = plain_ms } end
  return (current.seen.footer.mode or "default") ~= ctx.params.mode
end

return keys
