-- Intents that send keys: cancel a turn, expand views, and change the mode.

local acting = require "acting"
local answers = require "lib/answers"
local turns = require "turns"
local vim = require "vim"

local matcher = ptywright.matcher

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

local function close(ctx, current)
  local state = current.state
  if current.panel and state ~= "waiting_for_trust" and state ~= "thinking" then answers.close(ctx, acting.agent, current) end
end

-- Reads the screen when Escape works as without vim mode. `ends(current)`: whether a turn is to be ended.
local function read(ctx, ends)
  local pressed = vim.begin()
  local current
  repeat current = acting.read(ctx) until not ends(current) or not vim.to_normal(ctx, pressed, current)
  return current
end

-- Leaves a cancelled turn that has stopped alone: at rest, Escape clears or rewinds.
local function is_to_be_ended(current)
  return current.thinking or current.state == "cancelling" and turns.runs(current.seen)
end

function keys.cancel(_, ctx)
  local current = read(ctx, is_to_be_ended)
  if not is_to_be_ended(current) then return close(ctx, current) end
  turns.cancelled()
  ctx:press("escape")
  return { last_intent = "cancelling" }
end

function keys.force_cancel(_, ctx)
  local current = read(ctx, function(now) return running[now.state] end)
  if not running[current.state] then return close(ctx, current) end
  turns.cancelled()
  ctx:press("escape")
  ctx:expect({
    function()
      local reported = acting.read(ctx).reported
      if reported.recheck_ms then ctx:recheck(reported.recheck_ms) end
      return not running[reported.state]
    end,
    matcher.screen_stable(400),
  }, { why = "the end of the turn", within = settle_ms, last_intent = "cancelling" })
  -- A second Escape only if the first was not enough. At rest, two of them rewind.
  if not running[acting.read(ctx).state] then return end
  ctx:press("escape")
  return { last_intent = "cancelling" }
end

-- Views and pages

function keys.expand(_, ctx) ctx:press("ctrl+o") end

function keys.dismiss_welcome(_, ctx)
  local page = acting.read(ctx).reported.metadata.screen
  if not page or not page.welcome then return end
  ctx:press("enter")
  ctx:expect(matcher.changed(), { why = "the next page" })
end

local function effort(key)
  return function(params, ctx)
    local current = answers.dialog(ctx, acting.agent, params.dialog_id)
    local page = current.reported.metadata.screen
    if current.state ~= "waiting_for_model_select" and not (page and page.title == "Effort") then
      ctx:fail("no effort can be selected: the state is %s", current.state)
    end
    ctx:press(key)
  end
end

keys.effort_left = effort("left")
keys.effort_right = effort("right")

-- Modes. Two rounds: the mode row may appear and disappear before it is read.
local most_modes, most_rounds = 12, 2

-- Returns the mode of a screen, or nil if it is not certain. Without a visible mode, the row may only be redrawing. A
-- running turn never lets the screen rest.
local function mode_of(current)
  local found = current.seen.footer
  if found.hidden then return nil end
  local is_sure = found.mode or current.seen.ctx.stable_ms >= plain_ms or turns.runs(current.seen)
  return is_sure and (found.mode or "default") or nil
end

local function other_mode(ctx, mode)
  return function()
    local current = acting.read(ctx)
    local now = current.composer and mode_of(current)
    if not now then ctx:recheck(plain_ms) end
    return now ~= nil and now ~= mode
  end
end

function keys.set_mode(params, ctx)
  if type(params.mode) ~= "string" then ctx:fail("mode: expected the name of a mode") end
  local tried, times, presses = {}, {}, 0
  while true do
    local mode = mode_of(acting.with_composer(ctx))
    if mode == params.mode then return end
    if not mode then
      ctx:expect(other_mode(ctx), { why = "the mode in the footer", within = hidden_ms })
    elseif times[mode] == most_rounds or presses == most_modes then
      ctx:fail("there is no mode %s here: shift+tab leads to %s", params.mode, table.concat(tried, ", "))
    else
      if not times[mode] then tried[#tried + 1] = mode end
      times[mode], presses = (times[mode] or 0) + 1, presses + 1
      ctx:press("shift+tab")
      ctx:expect(other_mode(ctx, mode), { why = "another mode", within = mode_ms })
    end
  end
end

return keys
