-- What stands in the composer, held against the words that were meant for it. What waits look for is asked apart from the
-- adapter, and sees the screen alone.

local acting = require "acting"
local state = require "state"
local turns = require "turns"

local text = ptywright.text

local draft = {}

-- The composer takes a prompt in these states, and comes by itself in those.
draft.free = { ready = true, completed_turn = true, error = true, waiting_for_login = true }
draft.passing = { starting = true, cancelling = true }

-- What is drawn in pieces is whole by then: the upper half of a composer looks like a dialog.
draft.drawn_ms = 200

function draft.rests(ctx) return ctx.stable_ms >= draft.drawn_ms end

function draft.bare(words) return text.visible(words) end

-- A long paste is folded to one word in brackets, and nothing may stand before it; of a draft that does not fit, the
-- end is shown.
function draft.holds(found, words, whole)
  local typed = draft.bare(found.draft)
  if typed == "" then return false end
  if typed == words or typed:find("^%[Pastedtext#%d+[^%]]*%]$") or typed:find("%[%.%.%.Truncatedtext") then return true end
  return (found.cut or not whole or #typed > 400) and words:sub(-#typed) == typed
end

-- Whether a character is seen that was typed behind all the rest: `alone`, or `behind` the words. What comes is read in
-- the order in which it was sent, so that all before it has been read then, or was lost.
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

-- Where a dialog has come, a turn runs.
function draft.prompt_has_come(ctx)
  local seen = state.see(ctx)
  return not seen.composer or turns.runs(seen) or not turns.shows_nothing_of(seen, ctx.params.submitted)
end

local function dialog_has_come(ctx)
  if not acting.look(ctx).panel then return false end
  return { matched = draft.rests(ctx), recheck_ms = draft.drawn_ms }
end

function draft.is_drawn(ctx)
  return { matched = draft_in(ctx) ~= nil or draft.rests(ctx), recheck_ms = draft.drawn_ms }
end

-- Where a dialog has come, nothing is in the composer any more.
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
  local told = acting.look(ctx).told
  return {
    matched = draft.free[told.state] == true or not draft.passing[told.state] and told.state ~= "thinking",
    recheck_ms = told.recheck_ms,
  }
end

return draft
