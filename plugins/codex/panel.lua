-- Dialogs of Codex: a heading, what it is about, numbered options with a mark, and the keys in the last row.

local dialogs = require "lib/dialogs"

local screen, text = ptywright.screen, ptywright.text

local panel = {}

local meanings = { { "yes", { "yes, continue" } } }

local keys = { "press enter to", "enter to select", "enter select" }
-- The keys of a question of the model.
local question_keys = { "tab to add notes", "enter to submit" }

-- Parses "› 1. Yes, proceed (y)". The key in brackets is not part of the label. The page of the login has another mark.
local function option_in(at)
  local row = screen.row(at):gsub("^> (%d)", "› %1")
  local marked = row:find("^› %d") ~= nil
  local index, label = row:match(marked and "^› (%d+)%. (%S.*)$" or "^  (%d+)%. (%S.*)$")
  if not index then return nil end
  return { index = tonumber(index), label = (label:gsub(" %(%w+%)$", "")), selected = marked or nil }
end

-- Parses "  › 2. Blue      Cool" of a question. The description is in another column.
local function answer_in(at)
  local words = screen.row(at):gsub("^  › ", "    ")
  local index, label = words:match("^    (%d+)%. (%S.*)$")
  if not index then return nil end
  return {
    index = tonumber(index),
    label = label:match("^(.-)   *%S") or label,
    description = label:match("^.-   *(%S.*)$"),
    selected = words ~= screen.row(at) or nil,
  }
end

local function is_more(at) return screen.row(at):find("^     %S") ~= nil end

local function is_bold(row) return screen.style_at(row, 2).bold == true end

-- Returns the row with the heading of the dialog whose options begin below a row. The rows of a dialog have a background,
-- unless the terminal did not tell its colors. Then the first row counts that looks like a heading: text of the model may
-- become a part of the dialog, but nothing that a Yes permits is left out.
local function heading_above(row)
  local ground, last, heading = screen.style_at(row, 0).bg, row, nil
  if ground then
    while row > 0 and screen.style_at(row - 1, 0).bg == ground do row = row - 1 end
    while row <= last and screen.row(row) == "" do row = row + 1 end
    return row <= last and row or nil
  end
  for at = row, 0, -1 do
    if screen.row(at):find("^%S") then return heading end
    if screen.row(at):find("^  Would you like to ") and is_bold(at) then heading = at end
  end
end

-- Whether Codex has left out rows of a command that does not fit.
local function is_shortened(from, to)
  for at = from, to do
    if screen.row(at):find("^  %[… %d+ lines%]") then return true end
  end
  return false
end

-- Reads a question of the model: "Question 1/2 (2 unanswered)" is above its words.
local function read_question(last)
  if not text.starts(text.trim(screen.row(last)), question_keys) then return nil end
  local list = dialogs.options_above(last - 1, answer_in, function(at) return screen.row(at):find("^      %s*%S") ~= nil end)
  local first = list and list[1].row - 1
  while first and first > 0 and not screen.row(first):find("^  Question %d+/%d+ ") do first = first - 1 end
  if not first or first == 0 then return nil end
  local words = text.squeeze(screen.text(first + 1, list[1].row - 1))
  return dialogs.panel(list, { title_row = first, heading = text.trim(screen.row(first)), question = words, last = last })
end

function panel.read(ctx, last)
  if last < 3 or ctx.screen_cursor.visible then return nil end
  local question = read_question(last)
  if question then return question end
  if not text.starts(text.lower(text.trim(screen.row(last))), keys) then return nil end
  local list = dialogs.options_above(last - 1, option_in, is_more)
  if not list then return { options = {}, title_row = last, last = last, heading = "" } end
  dialogs.mean(list, meanings)
  local first = list[1].row
  local heading = heading_above(first - 1)
  return dialogs.panel(list, {
    title_row = heading or 0,
    heading = heading and text.trim(screen.row(heading)) or "",
    -- A dialog that fills the screen may begin above it.
    whole = heading ~= nil and is_bold(heading) and not is_shortened(heading, first),
    last = last,
  })
end

-- Returns the command below the heading, without its indent. A reason may look like a command: everything from there on
-- is the summary.
local function command_of(found)
  local lines
  for at = found.title_row + 1, found.options[1].row - 1 do
    local row = screen.row(at)
    if not lines and row:find("^  %$ ") then
      lines = { row:sub(5) }
    elseif lines then
      lines[#lines + 1] = row:sub(3)
    end
  end
  if not lines then return nil end
  while lines[#lines] == "" do lines[#lines] = nil end
  return table.concat(lines, "\n")
end

local function request_of(found)
  -- Only the question about a folder has this label.
  if found.options[1].label == "Yes, continue" then return nil end
  local heading = text.lower(found.heading)
  if not heading:find("^would you like to ") and (found.whole or heading:find("trust")) then return nil end
  local command = command_of(found)
  local body = text.trim(screen.text(found.title_row, found.options[1].row - 1))
  return { tool = command and "shell" or "edit", summary = command or body }
end

panel.rules = dialogs.rules(dialogs.permission(request_of), { "do you trust", "trust the contents" },
  { "sign in", "choose how you want to use codex" })

return panel
