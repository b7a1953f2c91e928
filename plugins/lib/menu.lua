-- Reads the options of a dialog from the bottom up: a list with numbers, or the rows around the mark. The text above
-- them is arbitrary and may look like a list. The mark is that of the view (lib/view).

local options = require "lib/options"

local text = ptywright.text

local menu = {}

-- Parses a row of a numbered list: the mark, the number, and the column of the number.
local function numbered(view, row)
  local before, number, label = view:plain(row):match("^([^%w]*)(%d+)[%.%)]%s*(%D.*)$")
  if not number or before:gsub(view.mark, ""):gsub("[%s>]", "") ~= "" then return nil end
  local col = utf8.len(before) or #before
  return { index = tonumber(number), label = label, col = col, selected = before:find(view.mark, 1, true) ~= nil }
end

-- Wrapped text and descriptions of an option are indented further than its number.
local function further_right(view, row, col) return #view:plain(row):match("^ *") > col end

local box = "^%[(.-)%]%s+(.*)$"

local function ticked(option)
  local mark, rest = option.label:match(box)
  if not mark then return end
  option.checked = text.trim(mark) ~= ""
  option.label = rest
end

-- A label may begin with text that looks like a checkbox. Options have checkboxes only if the last option of the
-- program has one.
local function are_ticked(list, without)
  local last = list[#list]
  if last and without and last.label:find(without) then last = list[#list - 1] end
  return last ~= nil and last.label:find(box) ~= nil
end

-- Two blanks separate a label from the description beside it.
local function parted(option)
  local label, description = option.label:match("^(.-)%s%s+(%S.*)$")
  if not label then return end
  option.label, option.description = label, description
end

local function description_below(option, view, last)
  local words = {}
  for at = option.row + 1, last do
    local row = view:row(at)
    if row == "" or view:is_line(at, "─") or not further_right(view, at, option.col) then break end
    words[#words + 1] = text.trim(row)
  end
  return words
end

-- A label that fills its row continues in the next row. Text below a shorter label is its description.
local function finish(option, view, last, several)
  if several then ticked(option) end
  parted(option)
  local below = description_below(option, view, last)
  local wrapped = utf8.len(view:row(option.row)) or 0
  if #below > 0 and option.description then
    option.description = text.squeeze(option.description .. " " .. table.concat(below, " "))
    below = {}
  elseif #below > 0 and wrapped + #(below[1]:match("^%S+") or "") + 1 >= view.cols - 1 then
    option.label = text.squeeze(option.label .. " " .. table.concat(below, " "))
    below = {}
    parted(option)
  end
  if #below > 0 and not option.description then option.description = table.concat(below, " ") end
  option.label = text.trim(option.label)
end

-- Numbers are aligned in one column. A label that is too long may shift its number by this many columns.
local moved_cols = 2

local function comes_before(option, next_one)
  return option.index == next_one.index - 1 and math.abs(option.col - next_one.col) <= moved_cols
end

-- Returns the lowest numbered list, read from its last number up to 1.
function menu.numbered(view, from, to)
  local list = {}
  for at = to, from, -1 do
    local option = numbered(view, at)
    if option and (not list[1] or comes_before(option, list[1])) then
      option.row = at
      table.insert(list, 1, option)
      if option.index == 1 then return list end
    end
  end
  return {}
end

local function marked_row(view, from, to)
  for at = to, from, -1 do
    local before = view:plain(at):match("^(%s*)" .. view.mark .. " ")
    if before then return at, utf8.len(before .. view.mark) + 1 end
  end
end

local function in_column(view, row, col)
  local line = view:plain(row):gsub(view.mark, " ")
  return #(line:match("^ *")) == col and line ~= ""
end

-- Returns a list without numbers: the rows around the marked row that begin in the same column.
local function unnumbered_list(view, from, to)
  local marked, col = marked_row(view, from, to)
  if not marked then return {} end
  local first, last = marked, marked
  while first > from and in_column(view, first - 1, col) do first = first - 1 end
  while last < to and in_column(view, last + 1, col) do last = last + 1 end
  local list = {}
  for at = first, last do
    local label = text.trim((view:plain(at):gsub(view.mark, " ", 1)))
    list[#list + 1] = { label = label, row = at, col = col, selected = at == marked }
  end
  return list
end

-- Returns the options between two rows: { index?, label, row, col, selected, checked?, description? }. `without`: the
-- beginning of a last option that never has a checkbox.
function menu.between(view, from, to, without)
  local list = menu.numbered(view, from, to)
  if not options.selected(list) then
    local marked = unnumbered_list(view, from, to)
    if #marked > 0 then list = marked end
  end
  local several = are_ticked(list, without)
  for at, option in ipairs(list) do
    local following = list[at + 1]
    finish(option, view, following and following.row - 1 or to, several)
  end
  return list
end

return menu
