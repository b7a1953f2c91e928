-- The last turn on the screen: from the prompt to the composer. Blocks begin at column 0: a dim bullet is text of the
-- model, a bold one is a tool, and a square is a message of Codex.

local problems = require "lib/problems"

local screen, text = ptywright.screen, ptywright.text

local turns = {}

-- A prompt has a dim caret and a background. The composer and marked rows have a bright one.
local function is_prompt(row) return screen.row(row):find("^› ") and screen.style_at(row, 0).dim == true end

local function prompt_row(last)
  for at = last, 0, -1 do
    if is_prompt(at) then return at end
  end
end

local function problem_in(block)
  local message = block[1]:match("^■ (.*)$")
  if not message then return nil end
  for at = 2, #block do message = message .. " " .. text.trim(block[at]) end
  return problems.of(message)
end

-- Returns the blocks between two rows: lists of rows, of which the first is not indented.
local function blocks_in(first, last)
  local list = {}
  for at = first, last do
    local row = screen.row(at)
    if row:find("^%S") then
      list[#list + 1] = { row, says = screen.style_at(at, 0).dim and row:find("^• ") ~= nil }
    elseif row:find("^  Worked for ") and screen.style_at(at, 2).dim then
      list[#list + 1] = { row, ends = true }
    elseif list[#list] then
      table.insert(list[#list], row)
    end
  end
  return list
end

local function words_of(block)
  local lines = {}
  for at, row in ipairs(block) do lines[at] = at == 1 and row:gsub("^• ", "") or row:gsub("^  ", "") end
  return (table.concat(lines, "\n"):gsub("%s+$", ""))
end

-- Reads the turn above a row. The first row of the screen may repeat a prompt that has scrolled off.
function turns.read(last)
  local from = prompt_row(last)
  if not from then return nil end
  local blocks = blocks_in(from + 1, last)
  local said = {}
  local prompt = { (screen.row(from):gsub("^› ", "")) }
  local at = from + 1
  while at <= last and screen.row(at):find("^  %S") do
    prompt[#prompt + 1] = screen.row(at):sub(3)
    at = at + 1
  end
  for _, block in ipairs(blocks) do
    if block.says then said[#said + 1] = words_of(block) end
  end
  local final = blocks[#blocks]
  local problem = final and problem_in(final)
  local interrupted = problem and problem.message:find("^Conversation interrupted") ~= nil
  return {
    prompt = table.concat(prompt, "\n"),
    text = table.concat(said, "\n\n"),
    whole = from > 0,
    interrupted = interrupted or nil,
    problem = not interrupted and problem or nil,
    waits = final == nil,
  }
end

return turns
