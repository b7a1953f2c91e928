-- The last turn on the screen. A prompt begins with > at column 2, text of the model with a diamond, and its other rows
-- are indented by four columns.

local errors = require "lib/errors"

local screen, text = ptywright.screen, ptywright.text

local turns = {}

local selector = "\239\184\142"

-- Returns the row without the bar of the scroll position at its end.
function turns.row(at)
  local row = screen.row(at)
  if (row:byte(-1) or 0) < 128 then return row end
  local bar = text.ends(row, { "│", "█", "┃" })
  if not bar or text.starts(row, { "│", "  █", "  ╚" }) then return row end
  return (row:sub(1, -#bar - 1):gsub(" +$", ""))
end

local row_of = turns.row

-- Returns the character at column 2 and the text behind it.
local function glyph_in(row)
  local glyph, rest = row:match("^  ([\194-\244][\128-\191]+)(.*)$")
  if not glyph then glyph, rest = row:match("^  ([>?%-xo])( .*)$") end
  if not glyph then return nil end
  glyph = glyph:gsub(selector, "")
  return glyph, (rest:gsub("^" .. selector, ""):gsub("^ ", ""))
end

local function blocks_in(last)
  local list = {}
  for at = 0, last do
    local row = row_of(at)
    local glyph, rest = glyph_in(row)
    if glyph then
      list[#list + 1] = { glyph = glyph, row = at, rest }
    elseif list[#list] then
      table.insert(list[#list], (row:gsub("^    ", "")))
    elseif row:find("^    %S") then
      list[1] = { glyph = "", row = at, (row:gsub("^    ", "")) }
    end
  end
  return list
end

local function words_of(block) return (table.concat(block, "\n"):gsub("%s+$", "")) end

-- A sign that draws text of the model.
local says = { ["◆"] = true, ["✦"] = true, [""] = true }
local works = { ["⠋"] = true }

local function is_header(block) return text.has(block[1] or "", { "██", "▄▄", "╚", "╔", "╭" }) ~= nil end

-- Whether the first page is visible, on which no turn has begun, or nothing is.
local function is_first_page(last)
  local any = false
  for at = 0, last do
    local row = screen.row(at)
    if row:find(">_ Qwen Code (v", 1, true) or row:find("^  Tips: ") then return true end
    any = any or row ~= ""
  end
  return not any
end

-- A prompt that waits for its turn is drawn below the answer before it, with the key that sends it.
local most_queued = 8

local function above_queue(last)
  for at = last, math.max(0, last - most_queued), -1 do
    if screen.row(at):find("^  Ctrl%+Q to queue") then
      while at > 0 and screen.row(at) ~= "" do at = at - 1 end
      return at
    end
  end
  return last
end

function turns.read(last)
  last = above_queue(last)
  local blocks, from = blocks_in(last), 0
  for at, block in ipairs(blocks) do
    if block.glyph == ">" then from = at end
  end
  local texts, final = {}, nil
  for at = from + 1, #blocks do
    local block = blocks[at]
    if says[block.glyph] and not is_header(block) then texts[#texts + 1] = words_of(block) end
    if not works[block.glyph] then final = block end
  end
  local prompt = blocks[from]
  if not prompt and (#texts == 0 and is_first_page(last)) then return nil end
  -- A command of the program is no turn.
  if prompt and words_of(prompt):find("^/") and not texts[1] then return nil end
  local words = final and words_of(final) or ""
  local interrupted = final and (final.glyph == "-" or final.glyph == "●" and words:find("^Request cancelled") ~= nil)
  return {
    prompt = prompt and words_of(prompt) or nil,
    text = table.concat(texts, "\n\n"),
    whole = prompt ~= nil,
    interrupted = interrupted or nil,
    problem = final and final.glyph == "✕" and errors.read(words) or nil,
    waits = prompt ~= nil and final == nil,
  }
end

return turns
