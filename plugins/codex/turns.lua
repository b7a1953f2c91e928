-- The last turn on the screen: from the prompt to the composer. Blocks begin at column 0: a dim bullet is text of the
-- model, a bold one is a tool, and a square is a message of Codex.

local errors = require "lib/errors"

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
  return errors.read(message)
end

-- Whether the first page is visible, on which no turn has begun.
local function is_first_page(last)
  for at = 0, last do
    local row = screen.row(at)
    if row:find("^[│ ]+ >_ OpenAI Codex") or row:find("^  To get started, ") then return true end
  end
  return screen.first_row() == nil or screen.first_row() > last
end

-- Returns the blocks between two rows: lists of rows, of which the first is not indented.
local function blocks_in(first, last)
  local list = {}
  for at = first, last do
    local row = screen.row(at)
    -- The rest of a prompt has a background.
    if not list[1] and first == 0 and row:find("^  %S") and not screen.style_at(at, 0).bg then
      list[1] = { row:sub(3), says = true }
    elseif list[#list] and list[#list][1]:find("^■ ") and row:find("^%w") then
      -- Earlier versions do not indent the rest of a message.
      table.insert(list[#list], row)
    elseif row:find("^%S") then
      list[#list + 1] = { row, says = screen.style_at(at, 0).dim and row:find("^• ") ~= nil }
    elseif row:find("^  Worked for ") and screen.style_at(at, 2).dim then
      list[#list + 1] = { row, ends = true }
    elseif list[#list] then
      table.insert(list[#list], row)
    end
  end
  return list
end

-- The tool of a bold word.
local calls = { Questions = "ask_user", Ran = "shell", Running = "shell", Edited = "edit", Added = "edit", Deleted = "edit" }

local function tool_in(block)
  local verb, first = block[1]:match("^• (%u%l+) (.+)$")
  if not calls[verb] or block.says and verb ~= "Questions" then return nil end
  local lines = { first }
  for at = 2, #block do
    local more = block[at]:match("^  │ (.*)$")
    if not more then break end
    lines[at] = more
  end
  return {
    name = calls[verb],
    summary = table.concat(lines, "\n"),
    status = verb == "Running" and "running" or "completed",
  }
end

-- Returns the prompts in a block about those that the model has not read yet.
local function queued_in(block)
  if not block[1]:find("^• Messages to be submitted after ") then return nil end
  local list = {}
  for at = 2, #block do
    local first = block[at]:match("^  ↳ (.*)$")
    if first then list[#list + 1] = first
    elseif list[1] and block[at] ~= "" then list[#list] = list[#list] .. "\n" .. text.trim(block[at]) end
  end
  return list[1] and list
end

local function words_of(block)
  local lines = {}
  for at, row in ipairs(block) do lines[at] = at == 1 and row:gsub("^• ", "") or row:gsub("^  ", "") end
  return (table.concat(lines, "\n"):gsub("%s+$", ""))
end

local function prompt_at(from, last)
  local lines = { (screen.row(from):gsub("^› ", "")) }
  for at = from + 1, last do
    if not screen.row(at):find("^  %S") then break end
    lines[#lines + 1] = screen.row(at):sub(3)
  end
  return table.concat(lines, "\n")
end

-- Returns the turn above a row, its tools and the prompts that are queued. The first row of the screen may repeat a prompt
-- that has scrolled off.
function turns.read(last)
  local from = prompt_row(last)
  if not from and is_first_page(last) then return nil end
  -- A long prompt may begin above the screen. Its rows have a background.
  local rest = not from and screen.style_at(0, 0).bg ~= nil
  local blocks = blocks_in(from and from + 1 or 0, last)
  local queued = blocks[1] and queued_in(blocks[#blocks])
  if queued then blocks[#blocks] = nil end
  local texts, tools, any = {}, {}, from ~= nil or rest
  for _, block in ipairs(blocks) do
    local tool = tool_in(block)
    tools[#tools + 1] = tool
    any = any or block.says or text.starts(block[1], { "•", "■" }) ~= nil
    if block.says and not tool then texts[#texts + 1] = words_of(block) end
  end
  -- Warnings may be drawn before the first page.
  if not any then return nil, tools, queued end
  -- A warning is neither an answer nor its end.
  local last_block = #blocks
  while last_block > 0 and blocks[last_block][1]:find("^⚠ ") do last_block = last_block - 1 end
  local final = blocks[last_block]
  local problem = final and problem_in(final)
  local interrupted = problem and problem.message:find("^Conversation interrupted") ~= nil
  return {
    prompt = from and prompt_at(from, last),
    text = table.concat(texts, "\n\n"),
    whole = from ~= nil and from > 0 or rest,
    interrupted = interrupted or nil,
    problem = not interrupted and problem or nil,
    waits = (from ~= nil or rest) and final == nil,
  }, tools, queued
end

return turns
