-- The editor mode vim of the composer: what is typed is text in INSERT alone, and there Escape does nothing but leave it.

local acting = require "acting"
local footer = require "footer"
local state = require "state"

local action, matcher = ptywright.action, ptywright.matcher

local vim = {}

local changed_ms = 1000
local most_ms = 5000
local most_escapes = 2

-- What an intent has pressed: how often Escape, and what the draft was as INSERT was asked for, until that has come.
local escapes, asked_at = 0, nil

-- An intent begins: what another one has pressed is nothing to it.
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

-- A plan that goes on in `next` when what asked for INSERT is no part of the draft, or nil when it is none.
function vim.take_back(look, next)
  local found, below = look.composer, look.seen.footer
  if not asked_at or below.vim or below.hidden or found.draft == asked_at then return nil end
  asked_at, footer.has_vim = nil, false
  local gone = acting.sees("draft_changed", { words = found.draft, kind = found.kind })
  return { actions = { acting.expecting(action.key("backspace"), gone, "the draft as it was", most_ms) }, next = next }
end

-- A plan that goes on in `next` when text can be typed, or nil when it can. If INSERT does not come, there is no vim any
-- more.
function vim.to_insert(look, next)
  local taking = vim.take_back(look, next)
  if taking then return taking end
  local mode, hidden = look.seen.footer.vim, look.seen.footer.hidden
  if asked_at and not mode and not hidden then footer.has_vim = false end
  if mode == "INSERT" or hidden or not footer.has_vim then
    asked_at = nil
    return nil
  end
  if not mode then
    asked_at = look.composer.draft
    return pressing(action.text("i"), mode, "the mode INSERT of vim", next)
  end
  if escapes == most_escapes then acting.refuse("Escape does not lead out of %s: nothing was typed", mode) end
  asked_at = nil
  return escape(mode, "the mode NORMAL of vim", next)
end

-- A plan that goes on in `next` when Escape is what it is without vim, or nil when it is: also where a first one has changed
-- nothing.
function vim.to_normal(look, next)
  local mode = look.composer and look.seen.footer.vim
  if not mode or escapes > 0 then return nil end
  return escape(mode, "the mode NORMAL of vim", next)
end

-- A predicate.
function vim.differs(ctx) return (state.see(ctx).footer.vim or "") ~= ctx.params.mode end

return vim
