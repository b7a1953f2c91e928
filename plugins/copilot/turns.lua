-- The last turn on the screen of Copilot. A prompt is in a box with a background, or without colors after a caret. Text
-- and tools begin with a dot, and the name of a tool is bold.

local errors = require "lib/errors"

local screen, text = ptywright.screen, ptywright.text

local turns = {}

-- Returns the text of a row without the scroll bar at the right edge.
local function words_in(row) return (screen.row(row):gsub("%s*┃$", "")) end

local function is_edge(row, edge) return words_in(row):find("^ " .. edge .. edge) ~= nil end

-- Returns the last row of the prompt that begins after a caret, if it has no box.
local function end_of_bare(row)
  if not words_in(row):find("^ ❯ ") then return nil end
  while words_in(row + 1):find("^   %S") do row = row + 1 end
  return row
end

-- Returns the first and the last row of the last prompt above a row, without its edges. Its first rows may be above
-- the row `first`.
local function prompt_rows(last, first)
  for row = last, 1, -1 do
    local bare = end_of_bare(row)
    if bare then return row, bare end
    if is_edge(row, "▀") then
      local from = row - 1
      while from > 0 and not is_edge(from, "▄") and screen.style_at(from, 1).bg do from = from - 1 end
      if is_edge(from, "▄") and words_in(from + 1):find("^  ❯ ") then return from + 1, row - 1 end
      if from < first and row > first then return nil, row - 1 end
    end
  end
end

local function prompt_in(from, to)
  local lines = {}
  for row = from, to do
    local line = words_in(row):gsub("^  ?❯ ", ""):gsub("^   ? ", "")
    if row == from then line = line:gsub("%s+%d%d:%d%d$", "") end
    lines[#lines + 1] = line
  end
  return table.concat(lines, "\n")
end

-- Returns the blocks between two rows: lists of lines, of which the first is not indented.
local function blocks_in(from, to)
  local list = {}
  for row = from, to do
    local line = words_in(row)
    if line:find("^ %S") then
      list[#list + 1] = { line:sub(2), row = row }
    elseif list[#list] then
      table.insert(list[#list], (line:gsub("^   ", "")))
    elseif line:find("%S") then
      -- The first row of a long answer has scrolled off.
      list[1] = { "● " .. line:gsub("^   ", ""), row = row }
    end
  end
  for _, block in ipairs(list) do
    while block[#block] == "" do block[#block] = nil end
  end
  return list
end

-- The tools by their bold names.
local names = {
  Shell = "shell", Read = "read", Edit = "edit", Create = "create", Search = "search", Glob = "search", Grep = "search",
  Asking = "ask_user", Asked = "ask_user",
}

-- Words about the result, behind what the tool was called with.
local results = { " %+%d+ %-%d+$", " %+%d+$", " %d+ lines? read$" }

-- Returns the call of a tool. A command is below the name.
local function tool_in(block)
  local glyph, word, rest = block[1]:match("^(%S+) (%a+) ?(.*)$")
  local name = names[word]
  if not name or glyph:find("%w") or not screen.style_at(block.row, 3).bold then return nil end
  -- The command is drawn after the name.
  if name == "shell" and not block[2] then return nil end
  for _, result in ipairs(results) do rest = rest:gsub(result, "") end
  return {
    name = name,
    summary = name == "shell" and table.concat(block, "\n", 2) or rest,
    status = glyph == "○" and "running" or glyph == "✗" and rest:find("aborted") and "cancelled" or "completed",
  }
end

local function said(block)
  local first = block[1]:match("^● (.*)$")
  return first and table.concat({ first, table.unpack(block, 2) }, "\n")
end

local function problem_in(block)
  local message = block[1]:match("^✗ (.*)$")
  if not message then return nil end
  for at = 2, #block do message = message .. " " .. text.trim(block[at]) end
  return errors.read(message)
end

-- Returns the rows of the last prompt that the model has read, the row above the next one, and the prompts below it.
local function taken(last, first)
  local queued
  while true do
    local from, to = prompt_rows(last, first)
    local words = from and prompt_in(from, to) or ""
    local waits = words:match("^(.*) %(pending · [^)]*%)") or words:match("^(.*)\n└ %[pending%]$")
    if not waits then return from, to, last, queued end
    queued = queued or {}
    table.insert(queued, 1, waits)
    last = from - 2
  end
end

-- Returns the turn above a row, its tools and the prompts that are queued. `busy`: whether the turn is running.
function turns.read(last, first, busy)
  local from, to, queued
  from, to, last, queued = taken(last, first)
  local top = to and to + (end_of_bare(from or to) and 1 or 2) or first
  if not to and screen.match("^  %S.* Copilot v%d") then return nil end
  local blocks, parts = blocks_in(top, last), {}
  local final = blocks[#blocks]
  local interrupted = final and #final == 1 and final[1] == "● Operation cancelled by user" or nil
  if interrupted then blocks[#blocks] = nil end
  local tools = {}
  for at, block in ipairs(blocks) do
    local tool = tool_in(block)
    if tool and busy and at == #blocks then tool.status = "running" end
    tools[#tools + 1] = tool
    parts[#parts + 1] = not tool and said(block) or nil
  end
  return {
    prompt = from and prompt_in(from, to),
    text = table.concat(parts, "\n\n"),
    whole = to ~= nil,
    interrupted = interrupted,
    problem = final and not tool_in(final) and problem_in(final) or nil,
    waits = to ~= nil and final == nil or nil,
  }, tools, queued
end

return turns
