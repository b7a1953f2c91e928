-- Vim mode of the composer. Typed keys are text only in INSERT, where Escape only leaves that mode. An intent keeps the
-- keys that it pressed: { escapes and clears (their numbers), asked_at (the draft when it requested INSERT, until that appears) }.

local acting = require "acting"
local memory = require "memory"
local prompting = require "lib/prompting"
local state = require "state"

local matcher = ptywright.matcher

local vim = {}

local changed_ms = 1000
local most_ms = 5000
local most_escapes = 2

function vim.begin() return { escapes = 0, clears = 0 } end

local function await_mode(ctx, mode, why)
  local function differs() return state.see(ctx).footer.vim ~= mode end
  ctx:expect({ differs, matcher.screen_stable(changed_ms) }, { why = why, within = most_ms })
  return true
end

local function escape(ctx, keys, mode)
  keys.escapes = keys.escapes + 1
  ctx:press("escape")
  return await_mode(ctx, mode, "NORMAL mode")
end

-- Removes the key for INSERT from the draft. Returns false when the draft does not contain it.
local function take_back(ctx, keys, current)
  local found, below = current.composer, current.seen.footer
  if not keys.asked_at or below.vim or below.hidden or found.draft == keys.asked_at then return false end
  keys.asked_at, memory.has_vim = nil, false
  ctx:press("backspace")
  ctx:expect(prompting.changed(ctx, acting.agent, found), { why = "the unchanged draft", within = most_ms })
  return true
end

-- Makes the composer take text. Returns false when it already does. If INSERT does not appear, vim mode is off.
local function to_insert(ctx, keys, current)
  if take_back(ctx, keys, current) then return true end
  local mode, hidden = current.seen.footer.vim, current.seen.footer.hidden
  if keys.asked_at and not mode and not hidden then memory.has_vim = false end
  if mode == "INSERT" or hidden or not memory.has_vim then
    keys.asked_at = nil
    return false
  end
  if not mode then
    keys.asked_at = current.composer.draft
    ctx:type("i")
    return await_mode(ctx, nil, "INSERT mode")
  end
  if keys.escapes == most_escapes then ctx:fail("Escape does not lead out of %s: nothing was typed", mode) end
  keys.asked_at = nil
  return escape(ctx, keys, mode)
end

-- Makes the composer take text, and returns the screen. `read(ctx, has_asked)` reads it, and refuses one without a suitable
-- composer. `has_asked`: the draft may contain the key for INSERT. `clears`: removes a draft.
function vim.insert(ctx, read, clears)
  local keys, current = vim.begin(), nil
  repeat
    current = read(ctx, keys.asked_at ~= nil)
    local again = to_insert(ctx, keys, current)
    if clears and not again then
      keys.clears = keys.clears + 1
      again = prompting.clear(ctx, acting.agent, current.composer, keys.clears)
    end
  until not again
  return current
end

-- Makes Escape work as without vim mode. Returns false when it already does, also when a first Escape changed nothing.
function vim.to_normal(ctx, keys, current)
  local mode = current.composer and current.seen.footer.vim
  if not mode or keys.escapes > 0 then return false end
  return escape(ctx, keys, mode)
end

return vim
