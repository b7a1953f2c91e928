-- Dialogs of Copilot: a box at the bottom with the full width. Its words are a title, a box with what it is about, a
-- question, numbered options with a mark, and the names of the keys. The title may be words of the model.

local identity = require "lib/identity"
local options = require "lib/options"

local screen, text = ptywright.screen, ptywright.text

local dialogs = {}

-- The first row of the screen that a dialog can have.
local least_top = 2

-- Returns the text between the sides of the box.
local function inner(row) return (screen.row(row):gsub("^│ ?", ""):gsub("%s*│$", "")) end

local function top_above(bottom)
  for row = bottom - 1, least_top, -1 do
    local line = screen.row(row)
    if line:find("^╭") then return row end
    if not line:find("^│") then return nil end
  end
end

-- Reads the options above a row, the last one first. Their numbers count down to 1. In a narrow terminal, the indent of
-- wrapped labels varies.
local function options_above(last, first)
  local list, wrapped = {}, ""
  for row = last, first, -1 do
    local line = inner(row)
    local marked = line:find("^❯ %d") ~= nil
    local index, label = line:match(marked and "^❯ (%d+)%. (%S.*)$" or "^ +(%d+)%. (%S.*)$")
    if index and (not list[1] or tonumber(index) == list[1].index - 1) then
      label = text.squeeze(label .. wrapped)
      table.insert(list, 1, {
        index = tonumber(index),
        label = label,
        row = row,
        selected = marked or nil,
        meaning = options.meaning((label:gsub(" %(Esc[^)]*%)$", ""))),
      })
      wrapped = ""
      if list[1].index == 1 then return list, row end
    elseif line:find("%S") then
      wrapped = " " .. text.trim(line) .. wrapped
    else
      return nil
    end
  end
end

-- Returns the lines in the inner box.
local function body_of(first, last)
  local lines, inside = {}, false
  for row = first, last do
    local line = inner(row)
    if line:find("^╭") then
      inside = true
    elseif line:find("^╰") then
      return table.concat(lines, "\n"), lines
    elseif inside then
      lines[#lines + 1] = line:gsub("^│ ?", ""):gsub("%s*│$", "")
    end
  end
end

-- Returns the question above the options: rows without a blank one between them.
local function question_above(row, first)
  local words = ""
  while row > first and inner(row) == "" do row = row - 1 end
  while row >= first and inner(row):find("^%S") and not text.starts(inner(row), { "╭", "│", "╰" }) do
    words = inner(row) .. " " .. words
    row = row - 1
  end
  return text.squeeze(words)
end

function dialogs.read(ctx)
  local bottom = ctx.size.rows - 1
  if ctx.screen_cursor.visible or not screen.row(bottom):find("^╰") then return nil end
  local top = top_above(bottom)
  local first = top and top + 1 or least_top
  local panel = { options = {}, title_row = first, last = bottom, title = inner(first), whole = top ~= nil }
  if not inner(bottom - 1):find("enter to select", 1, true) then return panel end
  local list, at = options_above(bottom - 3, first)
  if not list then return panel end
  panel.options = list
  local mark = options.selected(list)
  panel.mark = mark and mark.row
  panel.question = question_above(at - 1, first)
  panel.body, panel.lines = body_of(first, at - 1)
  return panel
end

local function is_wrapped(panel, columns)
  for _, line in ipairs(panel.lines or {}) do
    if text.width(line) >= columns then return true end
  end
end

function dialogs.asks_permission(seen)
  local panel = seen.panel
  local yes = panel and options.by_meaning(panel.options, { "yes" })
  local no = panel and options.by_meaning(panel.options, { "no" })
  if not (yes and no and panel.question:find("^Do you want to ")) then
    return { matched = false, why = "no question about a tool is at the bottom" }
  end
  local shell = panel.question:find("run this command", 1, true) ~= nil
  -- The inner box of a dialog that is higher than the screen begins above it.
  local cut = not panel.whole or not panel.body or nil
  local tool = shell and "shell" or "tool"
  return {
    rows = { panel.title_row },
    evidence = panel.question,
    metadata = {
      permission = {
        tool = tool,
        title = panel.whole and panel.title or nil,
        question = panel.question,
        summary = not cut and panel.body or nil,
        body = screen.text(panel.title_row, panel.options[1].row - 1),
        cut = cut,
        wrapped = is_wrapped(panel, seen.ctx.size.cols - 12),
        doubt = screen.uncertain(panel.title_row, panel.last) and "a row has characters of disputed width" or nil,
        options = options.metadata(panel.options),
      },
      dialog_id = identity.permission(tool, panel.question, screen.text(panel.title_row, panel.options[1].row - 1)),
    },
  }
end

function dialogs.asks_trust(seen)
  local panel = seen.panel
  if not (panel and panel.options[1] and panel.question:find("^Do you trust the files in this folder")) then
    return { matched = false, why = "no question about the folder is at the bottom" }
  end
  return {
    rows = { panel.title_row },
    evidence = panel.question,
    metadata = {
      trust = { kind = "folder", path = panel.body, options = options.metadata(panel.options) },
      dialog_id = identity.of_choices(panel.body or "folder", panel.options),
    },
  }
end

return dialogs
