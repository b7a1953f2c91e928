-- Compares the draft in the composer with the words that were sent. The predicates of waits run apart from the adapter
-- and see only the screen.

local acting = require "acting"
local state = require "state"
local turns = require "turns"

local text = ptywright.text

local draft = {}

-- States in which the composer accepts a prompt, and states that turn into one of them.
draft.free = { ready = true, completed_turn = true, error = true, waiting_for_login = true }
draft.passing = { starting = true, cancelling = true }

-- A screen that is drawn in pieces is complete by then. The upper half of a composer looks like a dialog.
draft.drawn_ms = 200

function draft.rests(ctx) return ctx.stable_ms >= draft.drawn_ms end

function draft.bare(words) return text.visible(words) end

-- Whether the composer holds the words. A long paste is folded to one placeholder in brackets, with no text before it.
-- Of a draft that does not fit, only the end is visible.
function draft.holds(found, words, whole)
  local typed = draft.bare(found.draft)
  if typed == "" then return false end
  if typed == words or typed:find("^%[Pastedtext#%d+[^%]]*%]$") or typed:find("%[%.%.%.Truncatedtext") then return true end
  return (found.cut or not whole or #typed > 400) and words:sub(-#typed) == typed
end

-- Whether the probe, a character typed last, is visible: `alone`, or `behind` the words. Input is read in order, so
-- everything before the probe was read or lost by then.
function draft.probed(found, words, whole, probe)
  local typed = draft.bare(found.draft)
  if typed == probe then return "alone" end
  local rest = { draft = typed:sub(1, -#probe - 1), cut = found.cut }
  return typed:sub(-#probe) == probe and draft.holds(rest, words, whole) and "behind" or nil
end

local function draft_in(ctx)
  local found = state.see(ctx).composer or nil
  return found, found and draft.bare(found.draft)
end

function draft.is(ctx)
  local found = draft_in(ctx)
  return found ~= nil and draft.holds(found, ctx.params.words, ctx.params.whole)
end

-- A dialog means that a turn runs.
function draft.prompt_has_come(ctx)
  local seen = state.see(ctx)
  return not seen.composer or turns.runs(seen) or not turns.shows_nothing_of(seen, ctx.params.submitted)
end

local function dialog_has_come(ctx)
  if not acting.read(ctx).panel then return false end
  return { matched = draft.rests(ctx), recheck_ms = draft.drawn_ms }
end

function draft.is_drawn(ctx)
  return { matched = draft_in(ctx) ~= nil or draft.rests(ctx), recheck_ms = draft.drawn_ms }
end

-- A dialog means that the composer has no draft.
function draft.probe_is_seen(ctx)
  local params, found = ctx.params, draft_in(ctx)
  if not found then return dialog_has_come(ctx) end
  return draft.probed(found, params.words, params.whole, params.probe) ~= nil
end

function draft.paste_is_done(ctx)
  local seen = state.see(ctx)
  return not seen.composer or not seen.footer.pasting
end

function draft.has_changed(ctx)
  local found = draft_in(ctx)
  return found ~= nil and (found.draft ~= ctx.params.words or found.kind ~= ctx.params.kind)
end

function draft.has_left(ctx)
  local found, typed = draft_in(ctx)
  if not found then return dialog_has_come(ctx) end
  return typed ~= ctx.params.words
end

local settled_ms = 500

function draft.is_free(ctx)
  if ctx.params.cancelled and ctx.stable_ms < settled_ms then return { matched = false, recheck_ms = settled_ms } end
  local reported = acting.read(ctx).reported
  return {
    matched = draft.free[reported.state] == true or not draft.passing[reported.state] and reported.state ~= "thinking",
    recheck_ms = reported.recheck_ms,
  }
end

return draft
