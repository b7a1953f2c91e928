-- Assembles the text of a turn from successive screens. A screen has all of the text or only its end. Earlier text may
-- be redrawn: a table is redrawn at each of its rows.

local stream = {}

local function lines_of(words)
  local list = {}
  for line in (words .. "\n"):gmatch("(.-)\n") do list[#list + 1] = line end
  return list
end

local function is_continued(line, by) return by:sub(1, #line) == line end

-- Returns how many lines of `new` match `old` from a position, and whether the match can be complete. The last line
-- grows and may be rewrapped.
local function fit(old, new, from)
  local count, words = 0, 0
  while count < #new and from + count <= #old do
    local there, line = old[from + count], new[count + 1]
    if there ~= line then break end
    count = count + 1
    words = words + #line
  end
  return count, words, count == #new or count > 0 and from + count >= #old
end

-- Text with fewer letters may match at two positions by chance.
local least_letters, least_torn = 4, 24

-- Returns the position in the known lines of the first visible line, and the number of equal lines from there. `window`
-- is the previous position: text only scrolls forward. `doubtful`: another position further down also matches.
local function place_of(old, new, window)
  local best
  for from = window, #old do
    local count, words, through = fit(old, new, from)
    if through and words >= least_letters then
      if best and best.through then
        best.doubtful = true
        return best
      end
      best = { from = from, count = count, words = words, through = true }
    elseif words >= least_torn and not (best and (best.through or best.words >= words)) then
      best = { from = from, count = count, words = words }
    end
  end
  return best
end

-- Returns the position where the lines match the last known lines.
local function end_of(old, new)
  local from = #old - #new + 1
  if from < 1 then return nil end
  for at, line in ipairs(new) do
    if old[from + at - 1] ~= line then return nil end
  end
  return from
end

-- { lines, window, whole, forgotten (number of dropped lines before them) }
function stream.new() return { lines = {}, window = 1, whole = true, forgotten = 0 } end

local most_chars = 24 * 1024

-- Returns the end of the text, whether all text was seen, and the line of the text where the returned end begins.
function stream.text(sent)
  local from, chars = #sent.lines + 1, 0
  while from > 1 and chars + #sent.lines[from - 1] < most_chars do
    from = from - 1
    chars = chars + #sent.lines[from] + 1
  end
  return table.concat(sent.lines, "\n", from), sent.whole, sent.forgotten + from - 1
end

-- Returns the known lines with everything from a position replaced.
local function spliced(old, from, new)
  local lines = table.move(old, 1, from - 1, 1, {})
  return table.move(new, 1, #new, from, lines)
end

-- Returns the change: nil; `{ text }`, to append; or `{ text, line }`, which replaces that line (counted from 0) and
-- all lines after it. `gap`: some text between was never seen.
local function change_of(old, lines)
  local same = 0
  while same < #old and old[same + 1] == lines[same + 1] do same = same + 1 end
  if same == #old then
    if #lines == #old then return nil end
    local added = table.concat(lines, "\n", same + 1)
    return { text = #old > 0 and "\n" .. added or added }
  end
  local line = lines[same + 1]
  if same + 1 == #old and line and is_continued(old[#old], line) then
    return { text = table.concat(lines, "\n", same + 1):sub(#old[#old] + 1) }
  end
  -- If lines were only removed, the last remaining line is sent again.
  if same == #lines and same > 0 then same = same - 1 end
  return { line = same, text = table.concat(lines, "\n", same + 1) }
end

local function starts_with(list, beginning)
  for at, line in ipairs(beginning) do
    if list[at] ~= line and not (at == #beginning and list[at] and is_continued(line, list[at])) then return false end
  end
  return true
end

-- Drops the beginning of a very long answer.
local most_lines, fewer_lines = 2000, 1000

local function forget(sent)
  local over = #sent.lines - fewer_lines
  sent.lines = table.move(sent.lines, over + 1, #sent.lines, 1, {})
  sent.window = math.max(1, sent.window - over)
  sent.forgotten = sent.forgotten + over
end

local function set(sent, lines)
  local change = change_of(sent.lines, lines)
  if change and change.line then change.line = change.line + sent.forgotten end
  sent.lines = lines
  if #lines > most_lines then forget(sent) end
  return change
end

-- Adds the text of a screen and of the rows that have scrolled off since the screen before it.
local function add_above(sent, text, begins, count)
  local new, old = lines_of(text), sent.lines
  local hidden = #new - count
  if begins and sent.forgotten == 0 or #old == 0 then
    sent.whole, sent.window = begins, hidden + 1
    return set(sent, new)
  end
  local place = place_of(old, new, sent.window) or place_of(old, new, 1)
  if not place then return nil end
  sent.window = place.from + hidden
  return set(sent, spliced(old, place.from, new))
end

-- `whole`: the beginning of the answer is visible. `final`: the answer is complete, and text that is not visible does
-- not exist. `above(words)` returns the text with that of the rows that have scrolled off, and whether the answer begins
-- there; it is called if text is missing.
function stream.add(sent, words, whole, final, above)
  if words == "" then return final and whole and #sent.lines > 0 and set(sent, {}) or nil end
  local new, old = lines_of(words), sent.lines
  if whole and sent.forgotten == 0 then
    sent.window, sent.whole = 1, true
    if not final and starts_with(old, new) then return nil end
    return set(sent, new)
  end
  if #old == 0 then
    local text, begins = above(words)
    if text then return add_above(sent, text, begins, #new) end
    sent.whole = false
    return set(sent, new)
  end
  local end_from = end_of(old, new)
  if end_from then
    sent.window = end_from
    return nil
  end
  local place = place_of(old, new, sent.window) or place_of(old, new, 1)
  if not place then
    local text, begins = above(words)
    local change = text and add_above(sent, text, begins, #new)
    if change then return change end
    sent.whole, sent.window = false, #old + 1
    local change = set(sent, spliced(old, #old + 1, new))
    change.gap = true
    return change
  end
  if place.doubtful then sent.whole = false end
  sent.window = place.from
  if place.count == #new and place.from + place.count <= #old and not final then return nil end
  return set(sent, spliced(old, place.from, new))
end

return stream
