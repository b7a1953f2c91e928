-- Detects a running turn from the window title, the row above the composer, and the hint below it.

local activity = {}

-- The title begins with a symbol: braille or a turning half circle while busy, an asterisk at rest.
function activity.title(title)
  local sign = title and utf8.codepoint(title .. " ", 1)
  if not sign then return nil end
  if (sign >= 0x2800 and sign <= 0x28ff) or (sign >= 0x25d0 and sign <= 0x25d3) then return "busy" end
  if sign == 0x2733 then return "idle" end
end

-- Returns what was written since a position in the transcript, as far as the transcript still has it.
function activity.written_since(ctx, cursor)
  if cursor >= ctx.cursor then return "" end
  return ctx.transcript:sub(utf8.offset(ctx.transcript, cursor - ctx.cursor) or 1)
end

-- Whether the title showed a running turn since a position in the transcript. A short turn may run between two reads.
function activity.was_busy(ctx, cursor)
  for title in activity.written_since(ctx, cursor):gmatch("\27%][02];([^\7\27]*)") do
    if activity.title(title) == "busy" then return true end
  end
  return false
end

local bullets = { ["●"] = true, ["⏺"] = true }
local carets = { ["❯"] = true, [">"] = true, ["!"] = true }

function activity.is_bullet(glyph) return bullets[glyph] == true end

-- A queued prompt is above the composer. The row below it says "Queued".
local function is_queued(view, row)
  local glyph = view:glyph(row)
  return glyph ~= nil and carets[glyph] ~= nil and view:row(row + 1):find("^  ⎿%s+Queued") ~= nil
end
activity.is_queued = is_queued

-- Returns the nearest row above the given one that begins at column 0 and is not a queued prompt.
function activity.anchor(view, row)
  for at = row - 1, 0, -1 do
    if view:glyph(at) and not is_queued(view, at) then return at end
  end
end

local function duration_ms(words)
  local total, known = 0, false
  for number, unit in words:gmatch("(%d+)([hms])%f[%A]") do
    total = total + tonumber(number) * ({ h = 3600000, m = 60000, s = 1000 })[unit]
    known = true
  end
  return known and total or nil
end

local function tokens(words)
  local number, kilo = words:match("([%d%.]+)(k?) tokens")
  return number and math.floor(tonumber(number) * (kilo == "k" and 1000 or 1) + 0.5)
end

-- Parses "… (4s · ↓ 31 tokens · thinking)".
local function progress(words)
  local inner = words:match("…%s*%((.*)%)%s*$")
  if not inner then return nil end
  return {
    duration_ms = duration_ms(inner),
    output_tokens = tokens(inner),
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
  return { kind = "done", row = row, words = words, duration_ms = duration_ms(taken), background = background }
end

-- Returns the activity in the row above the composer, where the spinner is.
function activity.above(view, top)
  local anchor = activity.anchor(view, top)
  return anchor and activity.read(view, anchor), anchor
end

return activity
