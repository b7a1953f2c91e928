-- Vim mode of the composer. Typed keys are text only in INSERT, where Escape only leaves that mode.

local acting = require "acting"
local footer = require "footer"
local state = require "state"

local action, matcher = ptywright.action, ptywright.matcher

local vim = {}

local changed_ms = 1000
local most_ms = 5000
local most_escapes = 2

-- Keys that the current intent pressed: the number of Escapes, and the draft when it requested INSERT, until that mode
-- appears.
local escapes, asked_at = 0, nil

-- Begins an intent: forgets the keys of earlier ones.
function vim.begin() escapes, asked_at = 0, nil end

function vim.beginning(on)
  return function(params, ctx)
    vim.begin()
    return on(params, ctx)
  end
end

local function pressing(key, mode, why, next)
  local differs = matcher.any { acting.sees("vim_differs", { mode = mode or "" }), matcher.screen_stable(changed_ms) }
  return { actions = { acting.expecting(key, differs, why, most_ms) }, next = next }
end

local function escape(mode, why, next)
  escapes = escapes + 1
  return pressing(action.key("escape"), mode, why, next)
end

-- Returns a plan that removes the key for INSERT from the draft and continues with `next`. Returns nil when the draft
-- does not contain it.
function vim.take_back(current, next)
  local found, below = current.composer, current.seen.footer
  if not asked_at or below.vim or below.hidden or found.draft == asked_at then return nil end
  asked_at, footer.has_vim = nil, false
  local gone = acting.sees("draft_changed", { words = found.draft, kind = found.kind })
  return { actions = { acting.expecting(action.key("backspace"), gone, "the unchanged draft", most_ms) }, next = next }
end

-- Returns a plan that continues with `next` when text can be typed, or nil when it already can. If INSERT does not
-- appear, vim mode is off.
function vim.to_insert(current, next)
  local taking = vim.take_back(current, next)
  if taking then return taking end
  local mode, hidden = current.seen.footer.vim, current.seen.footer.hidden
  if asked_at and not mode and not hidden then footer.has_vim = false end
  if mode == "INSERT" or hidden or not footer.has_vim then
    asked_at = nil
    return nil
  end
  if not mode then
    asked_at = current.composer.draft
    return pressing(action.text("i"), mode, "INSERT mode", next)
  end
  if escapes == most_escapes then acting.refuse("Escape does not lead out of %s: nothing was typed", mode) end
  asked_at = nil
  return escape(mode, "NORMAL mode", next)
end

-- Returns a plan that continues with `next` when Escape works as without vim mode. Returns nil when it already does,
-- also when a first Escape changed nothing.
function vim.to_normal(current, next)
  local mode = current.composer and current.seen.footer.vim
  if not mode or escapes > 0 then return nil end
  return escape(mode, "NORMAL mode", next)
end

-- Predicate.
function vim.differs(ctx) return (state.see(ctx).footer.vim or "") ~= ctx.params.mode end

return vim
