-- Reads the options of a dialog, also those with previews. These are in a left column, and the preview of the marked option
-- is in a box to the right of it. The model controls the content of the box.

local menu = require "lib/menu"

local screen, text = ptywright.screen, ptywright.text

local choices = {}

local function left_of(row, words, col)
  local plain = words:sub(1, col)
  if not plain:find("[\128-\255]") then return plain end
  local list = {}
  for at = 0, col - 1 do list[#list + 1] = screen.char_at(row, at) end
  return (table.concat(list))
end

-- Returns the row and left column of the lower edge of the lowest box. A box inside another one has an edge to its
-- right.
local function lower_edge(view, from, to)
  for row = to, from, -1 do
    if view:row(row):find("└[─]+┘$") then
      for col = view.cols - 1, 0, -1 do
        if screen.char_at(row, col) == "└" then return row, col end
      end
    end
  end
end

-- Returns the row of the upper edge, if the left edge is unbroken. The row with the count of hidden lines can be one
-- column too wide. A blank row then follows it.
local function upper_edge(view, bottom, left, from)
  for row = bottom - 1, from, -1 do
    local edge = screen.char_at(row, left)
    if edge == "┌" then return row end
    local words = view:row(row)
    local none = edge == " " and not words:sub(#left_of(row, words, left) + 1):find("%S")
    if edge ~= "│" and edge ~= "├" and not none then return nil end
  end
end

-- The option that leads elsewhere is below the line. In questions without previews, it has a number.
local function row_below(view, line, to)
  for row = line + 1, to do
    if not view:blank(row) then return view:plain(row):gsub("^❯", " "):find("^  %a") and row end
  end
end

local function inside(view, found)
  local rows = {}
  for row = found.top + 1, found.bottom - 1 do
    local words = view:row(row)
    rows[#rows + 1] = words:sub(#left_of(row, words, found.left) + 1):gsub("^│ ?", ""):gsub("%s*│$", "")
  end
  return (table.concat(rows, "\n"):gsub("\194\160", " "):gsub("%s+$", ""))
end

-- A view that contains only the column of the options, so that the same reader works on it.
local Column = {}
Column.__index = Column

function Column:row(row)
  local words = self.rows[row]
  if not words then
    words = left_of(row, self.view:row(row), self.left):gsub("\194\160", " "):gsub("%s+$", "")
    self.rows[row] = words
  end
  return words
end

-- A number must be within this indent. A row with more indent continues a label.
function Column:plain(row)
  local words = self:row(row)
  return words:find("^   ") and "" or words .. " "
end

function Column:is_line() return false end

-- Some versions mark a label of several rows only by its colour.
local function coloured(options)
  local found
  for _, option in ipairs(options) do
    local style = screen.style_at(option.row, option.col + #"1. ")
    if style.bold and style.fg then
      if found then return nil end
      found = option
    end
  end
  return found
end

-- Sets whether each option is selected. An option keeps its marker while the option below the line is selected.
local function mark(options, chat)
  local selected = chat.selected and chat or nil
  for _, option in ipairs(options) do selected = selected or option.selected and option end
  selected = selected or coloured(options)
  for _, option in ipairs(options) do option.selected = option == selected end
end

-- Returns { column, top, last (row of the options), chat (row of the option that leads elsewhere), text (of the
-- preview) }, or nil.
local function preview_of(view, from, to)
  local line = view:line_above(to, "─")
  local chat = line and line > from and row_below(view, line, to)
  if not chat then return nil end
  local bottom, left = lower_edge(view, from, line - 1)
  local top = bottom and upper_edge(view, bottom, left, from)
  if not top then return nil end
  local found = { top = top, bottom = bottom, left = left, last = line - 1, chat = chat }
  found.text = inside(view, found)
  found.column = setmetatable({ view = view, mark = view.mark, left = left, cols = left, rows = {} }, Column)
  return found
end

-- Joins wrapped rows. A word longer than its row continues without a blank. Other rows break at a blank.
local function joined(rows, width)
  local words = rows[1] or ""
  for at = 2, #rows do
    local before = rows[at - 1]
    local broken = not before:find(" ", 1, true) and text.width(before) >= width
    words = words .. (broken and "" or " ") .. rows[at]
  end
  return words
end

-- Distance from the start of a label to the separator between the labels and the preview.
local label_margin = 9

local function label_of(option, column, last)
  local rows = {}
  for at = option.row, last do
    local words = text.trim(at == option.row and option.label or column:row(at))
    if words ~= "" then rows[#rows + 1] = words end
  end
  return text.squeeze(joined(rows, column.cols - label_margin))
end

-- Options with previews have no descriptions. The option that leads elsewhere has no number.
local function beside_preview(view, from, to)
  local found = preview_of(view, from, to)
  local list = found and menu.numbered(found.column, from, found.last) or {}
  if not list[1] or list[1].row ~= found.top then return nil end
  local words = view:plain(found.chat)
  local chat = { index = #list + 1, row = found.chat, col = 2, selected = words:find("^❯") ~= nil }
  chat.label = text.trim((words:gsub("^❯", "")))
  mark(list, chat)
  for at, option in ipairs(list) do
    local following = list[at + 1]
    option.label = label_of(option, found.column, following and following.row - 1 or found.last)
    option.preview = option.selected and found.text or nil
  end
  list[#list + 1] = chat
  return list
end

-- Returns the options between two rows: { index?, label, row, col, selected, checked?, description?, preview? }.
function choices.between(view, from, to)
  return beside_preview(view, from, to) or menu.between(view, from, to, "^Chat about this")
end

return choices
