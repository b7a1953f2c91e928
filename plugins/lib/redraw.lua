-- Reads a dialog on an uncertain screen. A program and a terminal may disagree about the width of a character. Text is
-- then displaced, and parts of an answer may remain in a dialog. So this resizes the terminal and restores its size,
-- which makes the program redraw everything, and reads the dialog again.
--
-- A plugin gives the functions that know its program:
-- read(ctx): { reported, panel } of the screen. `panel.top` is the row above the dialog.
-- lines: lists of characters of which lines over the full width consist, at least one of which is always visible.
-- known: a table that the plugin keeps, with `uncertain` (set it when a classified screen is), `redrawn_at`, and `reported`
--   (the last state), which is held during a redraw.

local busy = require "lib/busy"

local action, matcher = ptywright.action, ptywright.matcher
local screen, text = ptywright.screen, ptywright.text

local redraw = {}

-- Whether the terminal has wrapped a row of disputed width. The program does not know about the extra row and draws later
-- output over other rows.
function redraw.is_displaced()
  if not screen.wrapped() or not screen.uncertain() then return false end
  for row = 0, screen.last_row() or -1 do
    if screen.wrapped(row, row) and screen.uncertain(row, row) then return true end
  end
  return false
end

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

local function is_needed(ctx, memory)
  if memory.uncertain or screen.uncertain() then return true end
  local written = ctx.transcript:sub(math.max(1, memory.redrawn_at - ctx.transcript_start))
  for _, bytes in ipairs(disputed) do
    if written:find(bytes) then return true end
  end
  return false
end

-- The transcript must contain a new line. The width of the lines is no proof, because a terminal may cut or rewrap them
-- itself.
local function has_written_line(ctx, lines, cursor)
  local written = busy.written_since(ctx, cursor)
  for _, line in ipairs(lines) do
    if written:find(line:rep(4), 1, true) then return true end
  end
  return false
end

-- Whether a line over this many columns was drawn since a position in the transcript.
local function is_drawn(ctx, lines, cols, cursor)
  if ctx.size.cols ~= cols or ctx.cursor <= cursor then return false end
  local rows, last = screen.rows(), screen.last_row() or -1
  for at = last, 0, -1 do
    for _, line in ipairs(lines) do
      if text.starts(rows[at + 1], line .. line) then
        return utf8.len(rows[at + 1]) == cols and has_written_line(ctx, lines, cursor)
      end
    end
  end
  return last >= 0
end

-- Changes the width, and returns whether the program has drawn everything at that width.
local function resize(ctx, lines, rows, cols)
  local cursor, sequence = ctx.cursor, ctx.sequence
  ctx:send(action.resize(rows, cols))
  ctx:expect({
    function()
      if ctx.sequence - sequence > most_changes then return true end
      return is_drawn(ctx, lines, cols, cursor) and (ctx.stable_ms >= drawn_ms or ctx:recheck(drawn_ms))
    end,
    matcher.screen_stable(undrawn_ms),
  }, { why = "the redrawn screen", within = 15000 })
  return is_drawn(ctx, lines, cols, cursor)
end

-- Whether the text of a dialog may be displaced despite a full redraw. Text may be displaced in an uncertain row. An
-- uncertain row above that the terminal wrapped has moved all rows below it. A row that fits has moved nothing.
local function is_uncertain(top)
  return screen.uncertain(math.max(top, 0), screen.last_row()) or redraw.is_displaced()
end

-- Returns the dialog to be answered: at once on a certain screen, otherwise after a full redraw. A denial needs only the
-- same dialog, not reliable text. `open(ctx, agent, dialog_id)` reads the dialog, and refuses another one.
function redraw.dialog(ctx, agent, open, dialog_id, denies)
  local current, memory = open(ctx, agent, dialog_id), agent.known
  if not is_needed(ctx, memory) then return current end
  local size, id = ctx.size, current.reported.metadata.dialog_id
  memory.held = memory.reported
  -- If nothing was redrawn, the lines look the same again after the size is restored. So both sizes count.
  local narrower = resize(ctx, agent.lines, size.rows, size.cols - fewer)
  local is_redrawn = resize(ctx, agent.lines, size.rows, size.cols) and narrower
  local function is_open() return agent.read(ctx).reported.metadata.dialog_id == id end
  if not is_open() then
    ctx:expect({ is_open, matcher.screen_stable(undrawn_ms) }, { why = "the rest of the dialog", within = 15000 })
  end
  memory.held = nil
  current = open(ctx, agent, dialog_id or id)
  if not is_redrawn then ctx:fail("the screen is uncertain, and the program does not redraw it: nothing was sent") end
  if not denies and is_uncertain(current.panel.top) then
    ctx:fail("the dialog is uncertain, so Yes is not chosen: programs and terminals count the columns of some "
      .. "characters in it or above it differently, so its text may not be where the program assumes it")
  end
  memory.uncertain, memory.redrawn_at = false, ctx.cursor
  return current
end

-- Returns the state to report during a redraw, or nil. A partly redrawn dialog does not change the state. Only a composer or
-- another dialog at rest does. `current`: the state of the screen alone.
function redraw.held(ctx, memory, composer, current)
  local held, waited = memory.held, ctx.stable_ms
  if not held then return nil end
  if composer or ctx.process_exited or waited >= undrawn_ms then
    memory.held = nil
    return nil
  end
  local id = current.metadata.dialog_id
  if id and (id == held.metadata.dialog_id or waited >= drawn_ms) then return nil end
  return {
    state = held.state,
    confidence = held.confidence,
    evidence = "the dialog is being redrawn",
    metadata = held.metadata,
    recheck_ms = (id and drawn_ms or undrawn_ms) - waited,
  }
end

return redraw
