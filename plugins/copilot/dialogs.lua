-- Dialogs of Copilot: a box at the bottom with the full width. Its words are a title, a box with what it is about, a
-- question, numbered options with a mark, and the names of the keys. The title may be words of the model.

local identity = require "lib/identity"
local shared = require "lib/dialogs"
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

-- Copilot separates the text of a line from its number and sign by two no-break spaces.
local separator = "^(%d+ *[+-]? *)\194\160\194\160"

-- Returns the rows of a change of a file, which has no inner box: below the line, from the name of the file.
local function change_of(first, last)
  if not inner(first + 1):find("^───") then return nil end
  local lines = {}
  for row = first + 2, last do lines[#lines + 1] = inner(row):gsub(separator, "%1") end
  while lines[#lines] == "" do lines[#lines] = nil end
  return table.concat(lines, "\n"), lines
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

-- Returns the question above the options: rows without a blank one between them. Also returns the row above it.
local function question_above(row, first)
  local words = ""
  while row > first and inner(row) == "" do row = row - 1 end
  while row >= first and inner(row):find("^%S") and not text.starts(inner(row), { "╭", "│", "╰" }) do
    words = inner(row) .. " " .. words
    row = row - 1
  end
  return text.squeeze(words), row
end

local tools = { create = "create", edit = "edit", delete = "edit" }

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
  local above
  panel.question, above = question_above(at - 1, first)
  panel.body, panel.lines = body_of(first, above)
  panel.changes = tools[panel.question:match("^Do you want to (%a+) ") or ""]
  if not panel.body and panel.whole and panel.changes then panel.body, panel.lines = change_of(first, above) end
  return panel
end

-- Parses "❯ • Auth". With a bullet or a tick, several options can be ticked.
local function answer_in(row)
  local line = screen.row(row)
  local marked = line:match("^ ❯ (%S.*)$")
  local label = marked or line:match("^   (%S.*)$")
  if not label then return nil end
  local unticked, ticked = label:match("^• (.*)$"), label:match("^✓ (.*)$")
  local option = { label = unticked or ticked or label, row = row, selected = marked and true or nil }
  if unticked or ticked then option.checked = ticked ~= nil end
  return option
end

-- Reads a question of the model: between two lines over the full width, of which the lower one is the last row.
function dialogs.read_question(ctx)
  local bottom = ctx.size.rows - 1
  local keys = bottom - 1
  if not screen.row(bottom):find("^───") or not screen.row(keys):find("^ .*enter accept.*esc cancel$") then return nil end
  local list, row = {}, keys - 2
  while row > least_top do
    local option = answer_in(row)
    if not option then break end
    option.meaning = option.label:find("^Other %(") and "tell" or nil
    table.insert(list, 1, option)
    row = row - 1
  end
  local head = row
  while head > least_top and not screen.row(head):find("^───") do head = head - 1 end
  if not (list[1] and screen.row(head + 1):find("^ Copilot needs information")) then return nil end
  local words, at = {}, head + 2
  while at <= row and screen.row(at):find("%S") do
    words[#words + 1], at = text.trim(screen.row(at)), at + 1
  end
  local mark = options.selected(list)
  return {
    options = list,
    mark = mark and mark.row,
    several = list[1].checked ~= nil or nil,
    title_row = head + 1,
    last = bottom,
    title = table.concat(words, " "),
    question = table.concat(words, " "),
    asks = true,
  }
end

function dialogs.asks_user(ui)
  local panel = ui.panel
  if not (panel and panel.asks) then return { matched = false, why = "no question of the model is at the bottom" } end
  return shared.question(panel)
end

local function is_wrapped(panel, columns)
  for _, line in ipairs(panel.lines or {}) do
    if text.width(line) >= columns then return true end
  end
end

function dialogs.asks_permission(ui)
  local panel = ui.panel
  local yes = panel and not panel.asks and options.by_meaning(panel.options, { "yes" })
  local no = panel and options.by_meaning(panel.options, { "no" })
  if not (yes and no and panel.question:find("^Do you want to ")) then
    return { matched = false, why = "no question about a tool is at the bottom" }
  end
  local shell = panel.question:find("run this command", 1, true) ~= nil
  -- The inner box of a dialog that is higher than the screen begins above it.
  local cut = not panel.whole or not panel.body or nil
  local tool = shell and "shell" or panel.changes or "tool"
  local summary = panel.body
  -- The path is in the question. Below it is the change.
  if panel.changes and not cut then summary = panel.question:match("^Do you want to (.*)%?$") .. "\n" .. panel.body end
  return {
    rows = { panel.title_row },
    evidence = panel.question,
    metadata = {
      permission = {
        tool = tool,
        title = panel.whole and panel.title or nil,
        question = panel.question,
        summary = not cut and summary or nil,
        body = screen.text(panel.title_row, panel.options[1].row - 1),
        cut = cut,
        wrapped = is_wrapped(panel, ui.ctx.size.cols - 12),
        doubt = screen.uncertain(panel.title_row, panel.last) and "a row has characters of disputed width" or nil,
        options = options.metadata(panel.options),
      },
      dialog_id = identity.permission(tool, panel.question, screen.text(panel.title_row, panel.options[1].row - 1)),
    },
  }
end

function dialogs.asks_trust(ui)
  local panel = ui.panel
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
