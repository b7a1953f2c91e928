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

-- Returns the first row of the rows of one kind that end at a row.
local function top_of(row)
  local kind = frame.kind(row)
  while row > 0 and frame.kind(row - 1) == kind do row = row - 1 end
  return row
end

-- Returns the rows of the last prompt above a row.
local function prompt_rows(last)
  local to = last
  while to >= 0 and frame.kind(to) ~= "user" do to = to - 1 end
  if to < 0 then return nil end
  return top_of(to), to
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

-- Returns the prompts that wait below a turn, and the row above them.
local function queue_above(last, right)
  local list
  while true do
    while last >= 0 and frame.words(last, right) == "" do last = last - 1 end
    local from = frame.kind(last) == "user" and top_of(last)
    local words = from and inside(from, last, right):match("^(.*)\n QUEUED$")
    if not words then return list, last end
    list = list or {}
    table.insert(list, 1, words)
    last = from - 1
  end
end

-- Words before which a tool is named, by what the plugin calls it.
local names = { Read = "read", Edit = "edit", Write = "edit", Wrote = "edit", WebFetch = "webfetch" }

-- Returns the call of a tool in a row: a command, or an icon and a name. A spinner is before a command that runs.
local function tool_in(line)
  local command = line:match("^%$ (.+)$")
  local runs = line:match("^\226[\160-\163][\128-\191] (.+)$")
  if command or runs then
    return { name = "shell", summary = command or runs, status = command and "completed" or "running" }
  end
  local word, what = line:match("^[\226][\128-\191]+ (%u%a+) (.+)$")
  return word and { name = names[word] or text.lower(word), summary = what, status = "completed" }
end

local function tools_in(from, to, right)
  local list, row = {}, from
  while row <= to do
    local line = frame.words(row, right):match("^     (.+)$")
    if frame.kind(row) == "tool" then
      local first = row
      while row < to and frame.kind(row + 1) == "tool" do row = row + 1 end
      local tool = tool_in(inside(first, row, right):match("^[^\n]*"))
      if tool and inside(first, row, right):find("\nUser aborted the command", 1, true) then tool.status = "cancelled" end
      list[#list + 1] = tool
    elseif line and text.starts(line, icons) then
      list[#list + 1] = tool_in(line)
    end
    row = row + 1
  end
  return list
end

local function is_blank(from, to, right)
  for row = from, to do
    if frame.words(row, right) ~= "" then return false end
  end
  return true
end

-- Returns the turn above the composer, its tools and the prompts that are queued.
function turns.read(last, right)
  local queued
  queued, last = queue_above(last, right)
  local from, to = prompt_rows(last)
  local closing = last >= 0 and frame.words(last, right):match("^     ▣  (.*)$")
  local turn = {
    prompt = from and inside(from, to, right),
    whole = from ~= nil and from > 0,
    text = text_of((to or -1) + 1, closing and last - 1 or last, right),
  }
  local tools = tools_in((to or -1) + 1, last, right)
  if not closing then
    turn.waits = from ~= nil and turn.text == ""
    turn.interrupted = not turn.waits or nil
    return (from or turn.text ~= "") and turn or nil, tools, queued
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
  return turn, tools, queued
end

return turns
