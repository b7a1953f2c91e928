-- Reads the options of a dialog, also those beside a preview.

local menu = require "lib/menu"
local previews = require "previews"

local text = ptywright.text

local choices = {}

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
  local list = found and menu.numbered(found.column, from, found.last) or {}
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
  return beside_preview(view, from, to) or menu.between(view, from, to, "^Chat about this")
end

return choices
