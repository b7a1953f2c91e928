-- Signs of a running turn in the window title, and the numbers in the row of a spinner.

local busy = {}

-- The title begins with a symbol: braille or a turning half circle while busy, an asterisk at rest.
function busy.title(title)
  local sign = title and utf8.codepoint(title .. " ", 1)
  if not sign then return nil end
  if (sign >= 0x2800 and sign <= 0x28ff) or (sign >= 0x25d0 and sign <= 0x25d3) then return "busy" end
  if sign == 0x2733 then return "idle" end
end

-- Returns what was written since a position in the transcript, as far as the transcript still has it.
function busy.written_since(ctx, cursor)
  if cursor >= ctx.cursor then return "" end
  return ctx.transcript:sub(utf8.offset(ctx.transcript, cursor - ctx.cursor) or 1)
end

-- Whether the title showed a running turn since a position in the transcript. A short turn may run between two reads.
function busy.was_busy(ctx, cursor)
  for title in busy.written_since(ctx, cursor):gmatch("\27%][02];([^\7\27]*)") do
    if busy.title(title) == "busy" then return true end
  end
  return false
end

-- Parses "1m 4s".
function busy.duration_ms(words)
  local total, known = 0, false
  for number, unit in words:gmatch("(%d+)([hms])%f[%A]") do
    total = total + tonumber(number) * ({ h = 3600000, m = 60000, s = 1000 })[unit]
    known = true
  end
  return known and total or nil
end

-- Parses "1.2k tokens".
function busy.tokens(words)
  local number, kilo = words:match("([%d%.]+)(k?) tokens")
  return number and math.floor(tonumber(number) * (kilo == "k" and 1000 or 1) + 0.5)
end

return busy
