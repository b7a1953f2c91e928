-- The last turn on the screen. A prompt is a band of half blocks, or without colors begins with a caret at column 0. Text of
-- the model begins with a star at column 0, and a tool is a box.

local errors = require "lib/errors"

local screen, text = ptywright.screen, ptywright.text

local turns = {}

local function is_of(row, character)
  local words = screen.row(row) or ""
  return words:sub(1, 2 * #character) == character .. character
    and words:sub(-#character) == character
    and (utf8.len(words) or 0) >= screen.size().cols - 1
end

-- Returns the next line over the full width above a row.
function turns.line_above(row)
  for at = row - 1, 0, -1 do
    if is_of(at, "─") then return at end
  end
end

-- Returns the last row of the lowest band at or above a row.
function turns.band_end(row)
  for at = row, 0, -1 do
    if is_of(at, "▀") then return at end
  end
end

function turns.band_start(bottom)
  for at = bottom - 1, 0, -1 do
    if is_of(at, "▄") then return at end
    if is_of(at, "▀") then return nil end
  end
end

-- Returns the lowest prompt above a row: its first row, unless that is above the screen, its last row, and the row below it.
local function prompt_above(last, is_plain)
  if not is_plain then
    local bottom = turns.band_end(last)
    local top = bottom and turns.band_start(bottom)
    return top and top + 1, bottom and bottom - 1, bottom and bottom + 1
  end
  for first = last, 0, -1 do
    if screen.row(first):find("^> ") then
      local final = first
      while screen.row(final + 1):find("^  %S") do final = final + 1 end
      return first, final, final + 1
    end
  end
end

local function prompt_in(first, final)
  local lines = {}
  for at = first, final do
    lines[#lines + 1] = (screen.row(at):gsub("^ ?[>!*] ", ""):gsub("^   ?", ""))
  end
  return table.concat(lines, "\n")
end

-- Returns the blocks between two rows. Each begins at column 0 with a character of the program.
local function blocks_in(first, last)
  local list = {}
  for at = first, last do
    local row = screen.row(at)
    local glyph = row:match("^[\194-\244][\128-\191]+")
    if glyph == "│" or glyph == "╰" then glyph = nil end
    if not glyph and not list[1] and row:find("^  ") then glyph = "" end
    if glyph then list[#list + 1] = { glyph = glyph, row:sub(#glyph + 1) }
    elseif list[#list] and row:find("^  ") then table.insert(list[#list], row)
    elseif list[#list] and row == "" then table.insert(list[#list], "") end
  end
  return list
end

local function words_of(block)
  local lines = {}
  for at, row in ipairs(block) do lines[at] = row:gsub(at == 1 and block.glyph ~= "" and "^ " or "^  ", "") end
  return (table.concat(lines, "\n"):gsub("%s+$", ""))
end

-- Whether the rows above are those of an answer whose prompt has scrolled off. The header is seen only at the start.
local function is_answer(last)
  local any = false
  for at = 0, last do
    local row = screen.row(at)
    if text.has(row, { "Gemini CLI v", "Tips for getting started" }) then return false end
    any = any or row ~= ""
  end
  return any
end

-- Reads the turn above a row. `is_plain`: whether prompts have no band.
function turns.read(last, is_plain)
  local first, bottom, below = prompt_above(last, is_plain)
  if not bottom and not is_answer(last) then return nil end
  local texts, final = {}, nil
  for _, block in ipairs(blocks_in(below or 0, last)) do
    if block.glyph == "✦" or block.glyph == "" then texts[#texts + 1] = words_of(block) end
    -- A hint about an error follows it.
    if not (block.glyph == "ℹ" and final and final.glyph == "✕") then final = block end
  end
  local prompt = bottom and prompt_in(first or 0, bottom) or nil
  -- A command of the program is no turn.
  if prompt and prompt:find("^/") and not texts[1] then return nil end
  local words = final and words_of(final) or ""
  local interrupted = final and final.glyph == "ℹ" and words:find("^Request cancelled") ~= nil
  return {
    prompt = prompt,
    text = table.concat(texts, "\n\n"),
    whole = first ~= nil,
    interrupted = interrupted or nil,
    problem = final and final.glyph == "✕" and errors.read(words) or nil,
    waits = bottom ~= nil and final == nil,
  }
end

return turns
