-- Answers a dialog on an uncertain screen. A program and a terminal may disagree about the width of a character. Text
-- is then displaced, and parts of an answer may remain in a dialog. So this resizes the terminal and restores its size,
-- which makes Claude Code redraw everything, and reads the dialog again.

local acting = require "acting"
local state = require "state"

local action, matcher, screen = ptywright.action, ptywright.matcher, ptywright.screen

local redraw = {}

local drawn_ms = 200
-- A program that draws nothing for this long will not redraw.
local undrawn_ms = 1500
-- After this many changes, a resized screen is no longer expected to redraw. Its size is restored.
local most_changes = 20
-- How many columns to remove, enough to distinguish lines drawn at the two sizes.
local fewer = 4

-- First bytes of characters with a disputed width: Indic letters, jamo, joiners, variation selectors, flags, skin
-- tones, tags.
local disputed = {
  "\224[\160-\191]", "\225\132", "\225\133", "\225\134", "\225\135", "\226\128\141", "\239\184\143", "\240\159\135",
  "\240\159\143[\187-\191]", "\243\160",
}

-- Transcript position of the last full redraw.
local drawn_at = 0

local function is_needed(ctx)
  if state.uncertain or screen.uncertain() then return true end
  local written = ctx.transcript:sub(math.max(1, drawn_at - ctx.transcript_start))
  for _, bytes in ipairs(disputed) do
    if written:find(bytes) then return true end
  end
  return false
end

-- The operation in progress: { act, id (of the dialog before), cols, cursor (before the last resize), narrower (whether
-- it was redrawn with fewer columns) }
local pending

-- The transcript must contain a new line. The width of the lines is no proof, because a terminal may cut or rewrap them
-- itself.
local function has_written_line(ctx, cursor)
  local written = ctx.transcript:sub(utf8.offset(ctx.transcript, cursor - ctx.cursor) or 1)
  return written:find("────", 1, true) ~= nil or written:find("▔▔▔▔", 1, true) ~= nil
end

-- Whether a line over this many columns was drawn since a position in the transcript.
local function is_drawn(view, cols, cursor)
  if view.cols ~= cols or view.ctx.cursor <= cursor then return false end
  for at = view.last, 0, -1 do
    local row = view:row(at)
    if row:find("^──") or row:find("^▔▔") then return utf8.len(row) == cols and has_written_line(view.ctx, cursor) end
  end
  return view.last >= 0
end

function redraw.is_drawn(ctx)
  return is_drawn(acting.read(ctx).seen.view, ctx.params.cols, ctx.params.cursor)
end

function redraw.has_changed(ctx) return ctx.sequence - ctx.params.sequence > most_changes end

local function resizing(view, cols)
  local drawn = acting.sees("redrawn", { cols = cols, cursor = view.ctx.cursor })
  local seen = matcher.any {
    matcher.all { drawn, matcher.screen_stable(drawn_ms) },
    matcher.screen_stable(undrawn_ms),
    acting.sees("changed_often", { sequence = view.ctx.sequence }),
  }
  return acting.expecting(action.resize(view.rows, cols), seen, "the redrawn screen", 15000)
end

-- Whether the text of a dialog may be displaced despite a full redraw. Text may be displaced in an uncertain row. An
-- uncertain row above that the terminal wrapped has moved all rows below it. A row that fits has moved nothing.
local function is_uncertain(view, top)
  return screen.uncertain(math.max(top, 0), view.last) or state.is_displaced(view)
end

-- Wraps an intent that answers a dialog. Runs it at once on a certain screen, otherwise after a full redraw. A denial
-- needs only the same dialog, not reliable text.
function redraw.before(act, denies)
  return function(params, ctx)
    local current = acting.dialog(ctx, params)
    if not is_needed(ctx) then return act(params, ctx) end
    local view = current.seen.view
    local id = current.reported.metadata.dialog_id
    pending = { act = act, denies = denies, id = id, cols = view.cols, cursor = ctx.cursor }
    state.redraws()
    return { actions = { resizing(view, view.cols - fewer) }, next = "_narrower" }
  end
end

-- If nothing was redrawn, the lines look the same again after the size is restored. So this checks them now.
function redraw.widen(_, ctx)
  local view = acting.read(ctx).seen.view
  pending.narrower = is_drawn(view, pending.cols - fewer, pending.cursor)
  pending.cursor = ctx.cursor
  return { actions = { resizing(view, pending.cols) }, next = "_redrawn_answer" }
end

function redraw.go_on(params, ctx)
  state.redrawn()
  local current = acting.dialog(ctx, { dialog_id = params.dialog_id or pending.id })
  local view = current.seen.view
  if not pending.narrower or not is_drawn(view, pending.cols, pending.cursor) then
    acting.refuse("the screen is uncertain, and Claude Code does not draw it anew: nothing was sent")
  end
  if not pending.denies and is_uncertain(view, current.panel.top) then
    acting.refuse("the dialog is uncertain, so Yes is not chosen: programs and terminals count the columns of some "
      .. "characters in it or above it differently, so its text may not be where Claude Code assumes it")
  end
  state.uncertain, drawn_at = false, ctx.cursor
  return pending.act(params, ctx)
end

return redraw
