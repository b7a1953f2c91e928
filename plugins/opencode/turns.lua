-- The last turn on the screen: a prompt, what the model says and does, and a row with the agent and the duration.

local frame = require "frame"
local errors = require "lib/errors"

local text = ptywright.text

local turns = {}

local icons = { "→ ", "← ", "$ ", "✱ ", "% ", "⚙ ", "◉ ", "◈ ", "│ ", "⟳ ", "~ " }

local function milliseconds(words)
  local minutes, seconds = words:match("^(%d+)m (%d+)s$")
  if minutes then return (minutes * 60 + seconds) * 1000 end
  local number, unit = words:match("^([%d.]+)(m?s)$")
  return number and math.tointeger(math.floor(tonumber(number) * (unit == "s" and 1000 or 1) + 0.5))
end

-- Returns the rows of the last prompt above a row.
local function prompt_rows(last)
  local to = last
  while to >= 0 and frame.kind(to) ~= "user" do to = to - 1 end
  if to < 0 then return nil end
  local from = to
  while from > 0 and frame.kind(from - 1) == "user" do from = from - 1 end
  return from, to
end

-- Returns the text of a part, without the blank rows around it.
local function inside(from, to, right)
  local lines = {}
  for row = from, to do lines[#lines + 1] = frame.inner(row, right) end
  return (table.concat(lines, "\n"):gsub("^%s*\n", ""):gsub("%s+$", ""))
end

-- Returns the rows of the messages that are text of the model, without the indent.
local function text_of(from, to, right)
  local lines, blank = {}, false
  for row = from, to do
    local line = frame.kind(row) and "" or frame.words(row, right)
    local words = line:match("^     (.*)$")
    if words and not text.starts(words, icons) then
      if blank and lines[1] then lines[#lines + 1] = "" end
      lines[#lines + 1], blank = words, false
    else
      blank = true
    end
  end
  return table.concat(lines, "\n")
end

local function is_blank(from, to, right)
  for row = from, to do
    if frame.words(row, right) ~= "" then return false end
  end
  return true
end

-- Reads the turn above the composer.
function turns.read(last, right)
  while last >= 0 and frame.words(last, right) == "" do last = last - 1 end
  local from, to = prompt_rows(last)
  local closing = last >= 0 and frame.words(last, right):match("^     ▣  (.*)$")
  local turn = {
    prompt = from and inside(from, to, right),
    whole = from ~= nil and from > 0,
    text = text_of((to or -1) + 1, closing and last - 1 or last, right),
  }
  if not closing then
    turn.waits = from ~= nil and turn.text == ""
    turn.interrupted = not turn.waits or nil
    return (from or turn.text ~= "") and turn or nil
  end
  turn.duration_ms = milliseconds(closing:match(" · ([^·]*)$") or "")
  turn.waits = turn.duration_ms ~= nil and to ~= nil and is_blank(to + 1, last - 1, right) or nil
  local above = last - 1
  while above >= 0 and frame.words(above, right) == "" do above = above - 1 end
  if above >= 0 and frame.kind(above) == "error" then
    local first = above
    while first > 0 and frame.kind(first - 1) == "error" do first = first - 1 end
    turn.problem = errors.read(inside(first, above, right))
  end
  -- A turn that was cancelled has no duration.
  turn.interrupted = not turn.duration_ms and not turn.problem or nil
  return turn
end

return turns
