-- The last turn on the screen of Copilot. A prompt is in a box with a background, and text begins with a blue dot.

local errors = require "lib/errors"

local screen, text = ptywright.screen, ptywright.text

local turns = {}

-- Returns the text of a row without the scroll bar at the right edge.
local function words_in(row) return (screen.row(row):gsub("%s*┃$", "")) end

local function is_edge(row, edge) return words_in(row):find("^ " .. edge .. edge) ~= nil end

-- Returns the first and the last row of the last prompt above a row, without its edges. Its first rows may be above
-- the row `first`.
local function prompt_rows(last, first)
  for row = last, 1, -1 do
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
    local line = words_in(row):gsub("^  ❯ ", ""):gsub("^    ", "")
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

-- Reads the turn above a row.
function turns.read(last, first)
  local from, to = prompt_rows(last, first)
  local top = to and to + 2 or first
  if not to and screen.match("^  %S.* Copilot v%d") then return nil end
  local blocks, parts = blocks_in(top, last), {}
  local final = blocks[#blocks]
  local interrupted = final and #final == 1 and final[1] == "● Operation cancelled by user" or nil
  if interrupted then blocks[#blocks] = nil end
  for _, block in ipairs(blocks) do parts[#parts + 1] = said(block) end
  return {
    prompt = from and prompt_in(from, to),
    text = table.concat(parts, "\n\n"),
    whole = to ~= nil,
    interrupted = interrupted,
    problem = final and problem_in(final),
    waits = to ~= nil and final == nil or nil,
  }
end

return turns
