-- Dialogs of opencode. A permission has its buttons in one row, and the marked one has the color of the bar. A question
-- has numbered options, and its last row names the keys.

local frame = require "frame"
local identity = require "lib/identity"
local shared = require "lib/dialogs"
local options = require "lib/options"

local screen, text = ptywright.screen, ptywright.text

local dialogs = {}

-- A permission is never higher. What does not fit of a command is left out, without any sign of it.
local most_rows = 15
-- In a lower terminal, a permission may be lower, too.
local least_above = 4

local buttons = {
  ["△ Permission required"] = {
    { label = "Allow once", meaning = "yes" },
    { label = "Allow always", meaning = "yes_and_remember" },
    { label = "Reject", meaning = "no" },
  },
  ["△ Always allow"] = {
    { label = "Confirm", meaning = "yes_and_remember" },
    { label = "Cancel", meaning = "no" },
  },
}

-- Returns the label of the marked button in a row.
local function marked_in(row, color)
  local parts = {}
  for _, run in ipairs(screen.runs(row)) do
    if run.col > 2 and run.bg == color then parts[#parts + 1] = run.text end
  end
  return text.trim(table.concat(parts))
end

-- Returns the options in a row of buttons, if it has exactly those of this kind.
local function options_in(row, panel, kinds)
  local line, at, list = frame.inner(row, panel.right), 1, {}
  local marked, place = marked_in(row, panel.color), nil
  for index, kind in ipairs(kinds) do
    local from, to = line:find(kind.label, at, true)
    if not from or line:sub(at, from - 1):find("%S") then return nil end
    at = to + 1
    local selected = marked == kind.label or nil
    if selected then place = index end
    list[index] =
      { index = index, place = index, label = kind.label, meaning = kind.meaning, row = row, selected = selected }
  end
  return list, place
end

-- In a narrow terminal, the names of the keys are in a separate row below the buttons.
local function read_buttons(panel)
  local kinds = buttons[frame.inner(panel.top + 1, panel.right)]
  if not kinds then return nil end
  for _, row in ipairs { panel.bottom - 1, panel.bottom - 3 } do
    local list, mark = options_in(row, panel, kinds)
    if list then return { list = list, mark = mark, row = row } end
  end
end

local function rows_between(first, last, right)
  local lines = {}
  for row = first, last do lines[#lines + 1] = frame.inner(row, right) end
  while lines[#lines] == "" do lines[#lines] = nil end
  return lines
end

-- Whether a row could continue in the next one: its first word would not have fitted.
local function is_wrapped(lines, columns)
  for at = 1, #lines - 1 do
    local word = lines[at + 1]:match("^%S+") or ""
    if text.width(lines[at]) + 1 + text.width(word) > columns then return true end
  end
end

-- A change of a file has a scroll bar if it does not fit.
local function is_cut(panel, first, last, changes)
  if panel.top < least_above or frame.inner(panel.bottom - 1, panel.right):find("minimize", 1, true) then return true end
  if not changes then return panel.bottom - panel.top + 1 >= most_rows end
  for row = first, last do
    if frame.has_scroll_bar(row, panel.right) then return true end
  end
  return false
end

-- Returns the dialog of a tool, its rows and what it asks.
local function read_permission(panel)
  local found = read_buttons(panel)
  if not found then return nil end
  local always = found.list[3] == nil
  local head = panel.top + (always and 1 or 2)
  local first = head
  while first < found.row and frame.inner(first, panel.right) ~= "" do first = first + 1 end
  local last = found.row - 3
  local heading = text.squeeze(table.concat(rows_between(head, first - 1, panel.right), " "))
  local lines = rows_between(first + 1, last, panel.right)
  local shell = heading:find("^# ") ~= nil
  local changes = heading:find("^→ Edit ") ~= nil
  local body = table.concat(lines, "\n")
  if shell then body = body:gsub("^%$ ", "") end
  return {
    options = found.list,
    mark = found.mark,
    keys = { "left", "right" },
    title_row = panel.top + 1,
    last = panel.bottom,
    kind = "permission",
    heading = heading,
    tool = always and "always" or shell and "shell" or text.lower(heading:match("(%a+)") or "tool"),
    body = body,
    summary = (shell or always) and body or heading .. (body ~= "" and "\n" .. body or ""),
    wrapped = is_wrapped(lines, panel.right - 8),
    cut = is_cut(panel, first + 1, last, changes),
    from = panel.top,
    to = found.row - 1,
  }
end

local function question_options(panel)
  local list, mark = {}, nil
  for row = panel.top + 1, panel.bottom - 2 do
    local line = frame.inner(row, panel.right)
    local index, label = line:match("^(%d+)%. (%S.*)$")
    if index and tonumber(index) == #list + 1 then
      local box, rest = label:match("^%[(.-)%] (.*)$")
      local selected = screen.style_at(row, 5).bg ~= screen.style_at(row, 3).bg or nil
      if selected then mark = row end
      list[#list + 1] = { index = #list + 1, label = rest or label, row = row, selected = selected }
      if box then list[#list].checked = box ~= " " end
    elseif list[1] and line:find("^   %S") then
      list[#list].description = text.squeeze((list[#list].description or "") .. " " .. line)
    end
  end
  return list, mark
end

-- Parses "  Colour   Features   Confirm", which is above several questions, and above one with several answers.
local function tabs_in(line)
  if not line:find("  Confirm$") then return nil end
  local list = {}
  for label in (line .. "  "):gmatch("(%S.-)  ") do list[#list + 1] = { label = label } end
  list[#list].submits = true
  return list
end

local function read_question(panel)
  if not frame.inner(panel.bottom - 1, panel.right):find("esc dismiss", 1, true) then return nil end
  local list, mark = question_options(panel)
  local before = list[1] and list[1].row or panel.bottom - 1
  local tabs = tabs_in(frame.inner(panel.top + 1, panel.right))
  local words = rows_between(panel.top + (tabs and 3 or 1), before - 1, panel.right)
  return {
    options = list,
    mark = mark,
    title_row = panel.top + 1,
    last = panel.bottom,
    kind = "question",
    question = text.squeeze(table.concat(words, " ")),
    several = list[1] and list[1].checked ~= nil or nil,
    tabs = tabs,
  }
end

-- Returns the panel that lib/choosing takes, or nil.
function dialogs.read(ctx)
  local panel = frame.dialog(ctx)
  if not panel then return nil end
  return read_permission(panel) or read_question(panel)
end

function dialogs.asks_permission(ui)
  local panel = ui.panel
  if not panel or panel.kind ~= "permission" then return { matched = false, why = "no buttons are at the bottom" } end
  return {
    rows = { panel.title_row },
    evidence = panel.heading,
    metadata = {
      permission = {
        tool = panel.tool,
        title = panel.heading,
        summary = not panel.cut and panel.summary or nil,
        body = panel.body,
        cut = panel.cut or nil,
        wrapped = panel.wrapped,
        doubt = screen.uncertain(panel.from, panel.to) and "a row has characters of disputed width" or nil,
        options = options.metadata(panel.options),
      },
      dialog_id = identity.permission(panel.tool, panel.heading, panel.body),
    },
  }
end

function dialogs.asks_user(ui)
  local panel = ui.panel
  if not panel or panel.kind ~= "question" then return { matched = false, why = "no question is at the bottom" } end
  return shared.question(panel)
end

return dialogs
