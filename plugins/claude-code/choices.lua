-- Reads the options of a dialog from the bottom up. The text above them is arbitrary and may look like a list.

local options = require "lib/options"
local previews = require "previews"

local text = ptywright.text

local choices = {}

-- Parses a row of a numbered list: the marker, the number, and the column of the number.
local function numbered(view, row)
  local before, number, label = view:plain(row):match("^([%s❯>]*)(%d+)[%.%)]%s*(%D.*)$")
  if not number or before:gsub("❯", ""):gsub("[%s>]", "") ~= "" then return nil end
  local col = utf8.len(before) or #before
  return { index = tonumber(number), label = label, col = col, selected = before:find("❯", 1, true) ~= nil }
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
local function are_ticked(list)
  local last = list[#list]
  if last and last.label:find("^Chat about this") then last = list[#list - 1] end
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
local function numbered_list(view, from, to)
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
    local before = view:plain(at):match("^(%s*)❯ ")
    if before then return at, #before + 2 end
  end
end

local function in_column(view, row, col)
  local line = view:plain(row):gsub("❯", " ")
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
    local label = text.trim((view:plain(at):gsub("❯", " ", 1)))
    list[#list + 1] = { label = label, row = at, col = col, selected = at == marked }
  end
  return list
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
  local found = previews.of(view, from, to)
  local list = found and numbered_list(found.column, from, found.last) or {}
  if not list[1] or list[1].row ~= found.top then return nil end
  local words = view:plain(found.chat)
  local chat = { index = #list + 1, row = found.chat, col = 2, selected = words:find("^❯") ~= nil }
  chat.label = text.trim((words:gsub("^❯", "")))
  previews.mark(list, chat)
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
  local beside = beside_preview(view, from, to)
  if beside then return beside end
  local list = numbered_list(view, from, to)
  if not options.selected(list) then
    local marked = unnumbered_list(view, from, to)
    if #marked > 0 then list = marked end
  end
  local several = are_ticked(list)
  for at, option in ipairs(list) do
    local following = list[at + 1]
    finish(option, view, following and following.row - 1 or to, several)
  end
  return list
end

return choices
