-- Reads a dialog on an uncertain screen. A program and a terminal may disagree about the width of a character. Text is
-- then displaced, and parts of an answer may remain in a dialog. So this resizes the terminal and restores its size,
-- which makes Claude Code redraw everything, and reads the dialog again.

local acting = require "acting"
local memory = require "memory"
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

local function is_needed(ctx)
  if memory.uncertain or screen.uncertain() then return true end
  local written = ctx.transcript:sub(math.max(1, memory.redrawn_at - ctx.transcript_start))
  for _, bytes in ipairs(disputed) do
    if written:find(bytes) then return true end
  end
  return false
end

-- The transcript must contain a new line. The width of the lines is no proof, because a terminal may cut or rewrap them
-- itself.
local function has_written_line(ctx, cursor)
  local written = ctx.transcript:sub(utf8.offset(ctx.transcript, cursor - ctx.cursor) or 1)
  return written:find("────", 1, true) ~= nil or written:find("▔▔▔▔", 1, true) ~= nil
end

-- Whether a line over this many columns was drawn since a position in the transcript.
local function is_drawn(ctx, cols, cursor)
  local view = acting.read(ctx).seen.view
  if view.cols ~= cols or ctx.cursor <= cursor then return false end
  for at = view.last, 0, -1 do
    local row = view:row(at)
    if row:find("^──") or row:find("^▔▔") then return utf8.len(row) == cols and has_written_line(ctx, cursor) end
  end
  return view.last >= 0
end

-- Changes the width, and returns whether the program has drawn everything at that width.
local function resize(ctx, rows, cols)
  local cursor, sequence = ctx.cursor, ctx.sequence
  ctx:send(action.resize(rows, cols))
  ctx:expect({
    function()
      if ctx.sequence - sequence > most_changes then return true end
      return is_drawn(ctx, cols, cursor) and (ctx.stable_ms >= drawn_ms or ctx:recheck(drawn_ms))
    end,
    matcher.screen_stable(undrawn_ms),
  }, { why = "the redrawn screen", within = 15000 })
  return is_drawn(ctx, cols, cursor)
end

-- Whether the text of a dialog may be displaced despite a full redraw. Text may be displaced in an uncertain row. An
-- uncertain row above that the terminal wrapped has moved all rows below it. A row that fits has moved nothing.
local function is_uncertain(view, top)
  return screen.uncertain(math.max(top, 0), view.last) or state.is_displaced(view)
end

-- Returns the dialog to be answered: at once on a certain screen, otherwise after a full redraw. A denial needs only the
-- same dialog, not reliable text.
function redraw.dialog(ctx, params, denies)
  local current = acting.dialog(ctx, params.dialog_id)
  if not is_needed(ctx) then return current end
  local size, id = ctx.size, current.reported.metadata.dialog_id
  state.redraws()
  -- If nothing was redrawn, the lines look the same again after the size is restored. So both sizes count.
  local narrower = resize(ctx, size.rows, size.cols - fewer)
  local drawn = resize(ctx, size.rows, size.cols) and narrower
  state.redrawn()
  current = acting.dialog(ctx, params.dialog_id or id)
  if not drawn then
    acting.refuse("the screen is uncertain, and Claude Code does not draw it anew: nothing was sent")
  end
  if not denies and is_uncertain(current.seen.view, current.panel.top) then
    acting.refuse("the dialog is uncertain, so Yes is not chosen: programs and terminals count the columns of some "
      .. "characters in it or above it differently, so its text may not be where Claude Code assumes it")
  end
  memory.uncertain, memory.redrawn_at = false, ctx.cursor
  return current
end

return redraw
