-- The choices of a dialog, read from the bottom up: what stands above them may be anything, also a list that looks
-- like one.

local text = ptywright.text

local choices = {}

-- The border of a box, and blanks that do not break, are blanks here.
local function plain(row) return (row:gsub("\194\160", " "):gsub("│", " "):gsub(" +$", "")) end

-- A row of a numbered list: the mark, the number, and the column of the number.
local function numbered(row)
  local before, number, label = plain(row):match("^([%s❯>]*)(%d+)[%.%)]%s*(%D.*)$")
  if not number or before:gsub("❯", ""):gsub("[%s>]", "") ~= "" then return nil end
  local col = utf8.len(before) or #before
  return { index = tonumber(number), label = label, col = col, selected = before:find("❯", 1, true) ~= nil }
end

-- What was wrapped, or is told about a choice, stands further right than its number.
local function further_right(row, col)
  local blanks = plain(row):match("^ *")
  return #blanks > col
end

local function ticked(option)
  local mark, rest = option.label:match("^%[(.-)%]%s+(.*)$")
  if not mark then return end
  option.checked = text.trim(mark) ~= ""
  option.label = rest
end

-- Words beside a label stand apart from it by two blanks.
local function parted(option)
  local label, description = option.label:match("^(.-)%s%s+(%S.*)$")
  if not label then return end
  option.label, option.description = label, description
end

local function told_below(option, view, last)
  local words = {}
  for at = option.row + 1, last do
    local row = view:row(at)
    if row == "" or view:is_line(at, "─") or not further_right(row, option.col) then break end
    words[#words + 1] = text.trim(row)
  end
  return words
end

-- A label that fills its row goes on in the next; what is short and followed by more words is explained there.
local function finish(option, view, last)
  ticked(option)
  local below = told_below(option, view, last)
  local wrapped = utf8.len(view:row(option.row)) or 0
  if #below > 0 and not option.description and wrapped + #(below[1]:match("^%S+") or "") + 1 >= view.cols - 1 then
    option.label = text.squeeze(option.label .. " " .. table.concat(below, " "))
    below = {}
  end
  parted(option)
  if #below > 0 and not option.description then option.description = table.concat(below, " ") end
  option.label = text.trim(option.label)
end

-- Numbers stand in one column, but for what a label that was too long has moved.
local moved_cols = 2

-- The lowest numbered list, from its last number up to 1.
local function numbered_list(view, from, to)
  local list = {}
  for at = to, from, -1 do
    local option = numbered(view:row(at))
    local next_one = list[1]
    if option and (not next_one or (option.index == next_one.index - 1 and math.abs(option.col - next_one.col) <= moved_cols)) then
      option.row = at
      table.insert(list, 1, option)
      if option.index == 1 then return list end
    end
  end
  return {}
end

local function marked_row(view, from, to)
  for at = to, from, -1 do
    local before = plain(view:row(at)):match("^(%s*)❯ ")
    if before then return at, #before + 2 end
  end
end

local function in_column(view, row, col)
  local line = plain(view:row(row)):gsub("❯", " ")
  return #(line:match("^ *")) == col and line ~= ""
end

-- A list without numbers: the rows around the marked one that begin in the same column.
local function unnumbered_list(view, from, to)
  local marked, col = marked_row(view, from, to)
  if not marked then return {} end
  local first, last = marked, marked
  while first > from and in_column(view, first - 1, col) do first = first - 1 end
  while last < to and in_column(view, last + 1, col) do last = last + 1 end
  local list = {}
  for at = first, last do
    local label = text.trim((plain(view:row(at)):gsub("❯", " ", 1)))
    list[#list + 1] = { label = label, row = at, col = col, selected = at == marked }
  end
  return list
end

function choices.selected(options)
  for _, option in ipairs(options) do
    if option.selected then return option end
  end
end

-- Options between two rows: { index?, label, row, col, selected, checked?, description? }.
function choices.between(view, from, to)
  local list = numbered_list(view, from, to)
  if not choices.selected(list) then
    local marked = unnumbered_list(view, from, to)
    if #marked > 0 then list = marked end
  end
  for at, option in ipairs(list) do
    local following = list[at + 1]
    finish(option, view, following and following.row - 1 or to)
  end
  return list
end

-- As the world is told of them: without places.
function choices.told(options)
  local list = {}
  for at, option in ipairs(options) do
    list[at] = {
      index = option.index or at,
      label = option.label,
      description = option.description,
      selected = option.selected or nil,
      checked = option.checked,
      meaning = option.meaning,
    }
  end
  return list
end

return choices
