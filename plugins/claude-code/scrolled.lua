-- The text of an answer in rows that have scrolled off between two reads of the screen. Only their characters are known.

local activity = require "activity"
local lib = require "lib/scrolled"
local memory = require "memory"

local screen = ptywright.screen

local scrolled = {}

function scrolled.note(ctx) memory.scrolled = lib.add(memory.scrolled, ctx) end

function scrolled.forget()
  if memory.scrolled.rows > 0 or memory.scrolled.torn then memory.scrolled = lib.new() end
end

local function is_result(row) return row:find("^  ⎿") ~= nil end

-- Returns where the answer to the last prompt begins, or nil if no prompt is among the rows.
local function behind_prompt(rows)
  for at = #rows, 1, -1 do
    local row = rows[at]
    if row:find("^❯ .") or row:find("^> .") then
      repeat at = at + 1 until not (rows[at] or ""):find("^  ") or is_result(rows[at])
      return at
    end
  end
end

local function bullet_of(row)
  local glyph = row:match("^[\194-\244][\128-\191]*")
  return glyph and activity.is_bullet(glyph) and glyph or nil
end

-- A call has a name with parentheses, an end like a folded sentence, or a result below it.
local function is_tool(words, next)
  return words:find("^%u[%w_:%-]*%(") ~= nil or words:find("%(ctrl%+o to expand%)$") ~= nil or is_result(next)
end

local function trim_end(list)
  local count = 0
  while list[#list] == "" do
    list[#list] = nil
    count = count + 1
  end
  return count
end

-- Returns the lines from a row on, and the kind of the last block: text, tool, or other. `wraps`: the version wraps text
-- to the left edge.
local function read(rows, from, wraps)
  local list, kind = {}, "text"
  for at = from, #rows do
    local row = rows[at]
    local bullet = bullet_of(row)
    if bullet then
      local words = row:sub(#bullet + 1):gsub("^[ \194\160]+", "")
      kind = is_tool(words, rows[at + 1] or screen.row(0) or "") and "tool" or "text"
      trim_end(list)
      if #list > 0 then list[#list + 1] = "" end
      if kind == "text" then list[#list + 1] = words end
    elseif row ~= "" and row:sub(1, 2) ~= "  " and not (wraps and kind == "text") then
      kind = "other"
    elseif kind == "text" and not (#list == 0 and row == "") then
      list[#list + 1] = row:sub(1, 2) == "  " and row:sub(3) or row
    end
  end
  return list, kind
end

-- Returns the number of blank rows at the top of the screen, and whether a block begins below them.
local function top_of_screen()
  local texts, blank = screen.rows(), 0
  while texts[blank + 1] == "" do blank = blank + 1 end
  return blank, texts[blank + 1] ~= nil and bullet_of(texts[blank + 1]) ~= nil
end

-- Returns the text of the rows and of the screen below them, and whether the text begins with the answer. Returns nil if
-- the rows have no text.
function scrolled.above(words, wraps)
  local rows = lib.rows(memory.scrolled)
  local from = behind_prompt(rows)
  local list, kind = read(rows, from or 1, wraps)
  local blank, begins_block = top_of_screen()
  blank = blank + trim_end(list)
  if #list == 0 then return nil end
  local joint = (kind == "text" and not begins_block) and ("\n"):rep(blank + 1) or "\n\n"
  local text = table.concat(list, "\n")
  return words == "" and text or text .. joint .. words, from ~= nil and not memory.scrolled.torn
end

return scrolled
