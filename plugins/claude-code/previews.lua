-- A question whose choices have previews: the choices stand in a column of their own, and to the right of them the
-- preview of the one that is marked, in a box. What is in the box is whatever the model wants to be seen there.

local screen = ptywright.screen

local previews = {}

local function left_of(row, words, col)
  local plain = words:sub(1, col)
  if not plain:find("[\128-\255]") then return plain end
  local list = {}
  for at = 0, col - 1 do list[#list + 1] = screen.char_at(row, at) end
  return (table.concat(list))
end

-- The lower edge of the lowest box: what is inside of one has an edge to its right. Gives its row and its left column.
local function lower_edge(view, from, to)
  for row = to, from, -1 do
    if view:row(row):find("└[─]+┘$") then
      for col = view.cols - 1, 0, -1 do
        if screen.char_at(row, col) == "└" then return row, col end
      end
    end
  end
end

-- The row of its upper edge, if the left one is whole. A row that says how much is hidden can be one column too wide,
-- and then has a blank one below it.
local function upper_edge(view, bottom, left, from)
  for row = bottom - 1, from, -1 do
    local edge = screen.char_at(row, left)
    if edge == "┌" then return row end
    local words = view:row(row)
    local none = edge == " " and not words:sub(#left_of(row, words, left) + 1):find("%S")
    if edge ~= "│" and edge ~= "├" and not none then return nil end
  end
end

-- What leads elsewhere than to an answer stands below the line. It has a number in questions without previews.
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

-- A screen of nothing but the column of the choices: what it offers is read as of the whole one.
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

-- Where a number may stand: what is further right goes on with a label.
function Column:plain(row)
  local words = self:row(row)
  return words:find("^   ") and "" or words .. " "
end

function Column:is_line() return false end

-- Some versions draw no mark before a label of several rows, but the label in another colour than the rest.
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

-- Says of each choice whether it is selected: one keeps its mark while what stands below the line is.
function previews.mark(options, chat)
  local selected = chat.selected and chat or nil
  for _, option in ipairs(options) do selected = selected or option.selected and option end
  selected = selected or coloured(options)
  for _, option in ipairs(options) do option.selected = option == selected end
end

-- { column, top, last (row of the choices), chat (the row of what leads elsewhere), text (of the preview) }, or nil.
function previews.of(view, from, to)
  local line = view:line_above(to, "─")
  local chat = line and line > from and row_below(view, line, to)
  if not chat then return nil end
  local bottom, left = lower_edge(view, from, line - 1)
  local top = bottom and upper_edge(view, bottom, left, from)
  if not top then return nil end
  local found = { top = top, bottom = bottom, left = left, last = line - 1, chat = chat }
  found.text = inside(view, found)
  found.column = setmetatable({ view = view, left = left, cols = left, rows = {} }, Column)
  return found
end

return previews
