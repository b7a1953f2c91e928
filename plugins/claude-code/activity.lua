-- Detects a running turn from the window title, the row above the composer, and the hint below it.

local busy = require "lib/busy"

local activity = { title = busy.title, written_since = busy.written_since, was_busy = busy.was_busy }

local bullets = { ["●"] = true, ["⏺"] = true }
local carets = { ["❯"] = true, [">"] = true, ["!"] = true }

function activity.is_bullet(glyph) return bullets[glyph] == true end

-- A queued prompt is above the composer. The row below it says "Queued".
function activity.is_queued(view, row)
  local glyph = view:glyph(row)
  return glyph ~= nil and carets[glyph] ~= nil and view:row(row + 1):find("^  ⎿%s+Queued") ~= nil
end

-- Returns the nearest row above the given one that begins at column 0 and is not a queued prompt.
local function anchor_above(view, row)
  for at = row - 1, 0, -1 do
    if view:glyph(at) and not activity.is_queued(view, at) then return at end
  end
end

-- Parses "… (4s · ↓ 31 tokens · thinking)".
local function progress(words)
  local inner = words:match("…%s*%((.*)%)%s*$")
  if not inner then return nil end
  return {
    duration_ms = busy.duration_ms(inner),
    output_tokens = busy.tokens(inner),
    thinking = inner:find("thinking", 1, true) and true or nil,
  }
end

-- Asterisks, dots and braille are spinner glyphs. Other glyphs at column 0 are bullets, carets or borders.
local function turns(glyph)
  local sign = utf8.codepoint(glyph, 1)
  return sign == 0x2a or sign == 0xb7 or (sign >= 0x2720 and sign <= 0x274b) or (sign >= 0x2800 and sign <= 0x28ff)
end

-- Parses a row at column 0 as { kind, row, words, … }. `kind` is `spinner`, `retry`, `waiting` or `done`. Returns nil
-- for other rows.
function activity.read(view, row)
  local glyph = view:glyph(row)
  if not glyph or not turns(glyph) then return nil end
  local words = view:behind(row)
  local seconds = words:match("[Rr]etrying in (%d+)")
  if seconds then return { kind = "retry", row = row, words = words, retry_after_s = tonumber(seconds) } end
  if words:find("…", 1, true) then return { kind = "spinner", row = row, words = words, progress = progress(words) } end
  if words:find("^Waiting for ") then return { kind = "waiting", row = row, words = words } end
  local taken = words:match("^%S+ for (%d[%d hms]*)")
  if not taken then return nil end
  local background = words:match("· (%d+ [^·]- still running)")
  return { kind = "done", row = row, words = words, duration_ms = busy.duration_ms(taken), background = background }
end

-- Returns the activity in the row above the composer, where the spinner is.
function activity.above(view, top)
  local anchor = anchor_above(view, top)
  return anchor and activity.read(view, anchor), anchor
end

return activity
