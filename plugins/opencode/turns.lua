-- The last turn on the screen: a prompt, what the model says and does, and a row with the agent and the duration.

local frame = require "frame"

local text = ptywright.text

local turns = {}

local icons = { "→ ", "← ", "$ ", "✱ ", "% ", "⚙ ", "◉ ", "◈ ", "│ ", "⟳ ", "~ " }

local function kind_of(message)
  local words = text.lower(message)
  if text.has(words, { "api-key", "api key", "unauthorized", "401", "authentication" }) then return "auth" end
  if text.has(words, { "rate limit", "429", "too many requests" }) then return "rate_limit" end
  if text.has(words, { "quota", "credit", "billing" }) then return "quota" end
  if text.has(words, { "overloaded", "529", "503" }) then return "overloaded" end
  if text.has(words, { "too long", "context length" }) then return "too_long" end
  if text.has(words, { "connect", "network", "socket" }) then return "connection" end
  return "api"
end

function turns.problem(message) return { kind = kind_of(message), message = message } end

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

local function inside(from, to, right)
  local lines = {}
  for row = from, to do lines[#lines + 1] = frame.inner(row, right) end
  return text.trim(table.concat(lines, "\n"))
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
  if not closing then return (from or turn.text ~= "") and turn or nil end
  local final = closing:match(" · ([^·]*)$") or ""
  turn.interrupted = final == "interrupted" or nil
  turn.duration_ms = milliseconds(final)
  local above = last - 1
  while above >= 0 and frame.words(above, right) == "" do above = above - 1 end
  if above >= 0 and frame.kind(above) == "error" then
    local first = above
    while first > 0 and frame.kind(first - 1) == "error" do first = first - 1 end
    turn.problem = turns.problem(text.squeeze(inside(first, above, right)))
  end
  return turn
end

return turns
