-- Intents that send single keys: cancel a turn, close and expand views.

local acting = require "acting"
local answers = require "lib/answers"
local modes = require "lib/modes"
local turns = require "turns"
local vim = require "vim"

local matcher = ptywright.matcher

local keys = { key = require "lib/keys" }

local settle_ms = 2000

-- Cancelling a turn. Without a running turn, Escape would open or clear something, so it is not sent.

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

-- Ends the turn, or closes what is open.
local function interrupt(ctx, ends)
  local current = read(ctx, ends)
  if not ends(current) then return close(ctx, current) end
  turns.cancelled()
  ctx:press("escape")
  return { last_intent = "cancelling" }
end

-- Leaves a cancelled turn that has stopped alone: at rest, Escape clears or rewinds.
local function is_to_be_ended(current)
  return current.thinking or current.state == "cancelling" and turns.runs(current.seen)
end

function keys.cancel(_, ctx) return interrupt(ctx, is_to_be_ended) end

local function runs(current) return current.thinking or current.state == "cancelling" end

function keys.force_cancel(_, ctx)
  local ended = interrupt(ctx, runs)
  if not ended then return end
  ctx:expect({
    function()
      local current = acting.read(ctx)
      if current.reported.recheck_ms then ctx:recheck(current.reported.recheck_ms) end
      return not runs(current)
    end,
    matcher.screen_stable(400),
  }, { why = "the end of the turn", within = settle_ms, last_intent = "cancelling" })
  -- A second Escape only if the first was not enough. At rest, two of them rewind.
  if runs(acting.read(ctx)) then ctx:press("escape") end
  return ended
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

keys.model_effort_left = effort("left")
keys.model_effort_right = effort("right")

function keys.set_mode(params, ctx) modes.set(ctx, acting.agent, params.mode) end

return keys
