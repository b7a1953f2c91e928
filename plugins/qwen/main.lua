-- Qwen Code. A composer is between two lines over the full width, and has the visible cursor. A dialog replaces it: the
-- last row then says that it waits for a confirmation. The text of the model is indented by four columns.
--
-- What differs between versions, and where it was seen:
--   the cursor is drawn as a cell, and the real one is hidden: 0.15.10; 0.21.10 after an error.
--   the composer is drawn while it starts: 0.21.10.
--   a permission is in a box at column 2: 0.15.10.
--   a question about a folder is in a box at column 3: 0.24.4.
--   text of the model begins with ✦: 0.15.10. With ◆: 0.21.10, 0.24.4.

local adapter = require "lib/adapter"
local modes = require "lib/modes"
local panel = require "panel"
local turns = require "turns"

local screen, text = ptywright.screen, ptywright.text

local function is_line(row)
  local words = screen.row(row) or ""
  return words:sub(1, 6) == "──" and words:sub(-3) == "─" and (utf8.len(words) or 0) >= screen.size().cols - 1
end

-- Rows below the composer.
local most_status = 4

local function next_line(from, to, step)
  for row = from, to, step do
    if is_line(row) then return row end
  end
end

-- Returns the lines around the composer, and whether the cursor is in it. Earlier versions draw it as a cell.
local function lines_around(cursor)
  local last = screen.last_row() or -1
  if cursor.visible and not is_line(cursor.row) then
    local bottom = next_line(cursor.row, last, 1)
    local top = bottom and next_line(cursor.row, 0, -1)
    if top then return top, bottom, true end
  end
  local bottom = next_line(last, math.max(0, last - most_status), -1)
  if not bottom then return nil end
  return next_line(bottom - 1, 0, -1), bottom
end

-- Returns the composer: the rows between the lines around the cursor.
local function composer_of(ctx)
  local cursor = ctx.screen_cursor
  local top, bottom, inside = lines_around(cursor)
  if not top or not bottom or not screen.row(top + 1):find("^[>!*] ") then return nil end
  local lines = {}
  for at = top + 1, bottom - 1 do lines[#lines + 1] = (screen.row(at):gsub("^[>!*] ", ""):gsub("^  ", "")) end
  local draft = table.concat(lines, "\n")
  local hint = screen.row(top + 1):find("^[>!*]   %S") ~= nil
    and (not inside or cursor.row == top + 1 and cursor.col == 2)
  return {
    first = top + 1,
    last = bottom - 1,
    top = top,
    draft = hint and "" or draft,
    empty = hint or not draft:find("%S"),
  }
end

local function works_above(top)
  for at = top - 1, math.max(0, top - 8), -1 do
    local row = screen.row(at)
    if row:find("^  [\226][\160-\163][\128-\191] .*esc to cancel") or row:find("^  %S+ queued") then return true end
    if row:find("Ctrl%+Q to queue") and row:find("^ +%S") then return true end
  end
  return false
end

-- One of the rows below the composer names the mode.
local names = {
  { "default", "⏸ Ask permissions" },
  { "auto-edit", "auto%-accept edits %(" },
  { "auto", "Auto mode %(" },
  { "yolo", "YOLO mode %(" },
  { "plan", "plan mode %(" },
}

-- Whether the session has begun. Earlier versions draw the composer before the question about the folder.
local function has_begun(composer)
  for at = composer.last + 2, screen.last_row() do
    if screen.row(at):find("^  %S+ Initializing%.%.%.") then return false end
  end
  return true
end

local function mode_below(composer)
  for at = composer.last + 2, screen.last_row() do
    local mode = modes.in_row(screen.row(at), names)
    if mode then return mode end
  end
end

local function see(ctx)
  local title = ctx.title or ""
  local composer = composer_of(ctx)
  local dialog = not composer and panel.read(screen.last_row() or -1) or nil
  local works = text.starts(title, { "◐", "◓", "◑", "◒" }) ~= nil
  return {
    composer = composer,
    -- It draws the whole page again at the end of a turn, and only a part of it at first.
    end_ms = 600,
    panel = dialog,
    busy = composer and (works or works_above(composer.top)) or false,
    begun = not composer or title ~= "" and has_begun(composer),
    turn = composer and turns.read(composer.top - 1) or nil,
    mode = composer and mode_below(composer) or nil,
  }
end

return adapter.new {
  describe = {
    program = "Qwen Code",
    states = adapter.with_questions,
    intents = { "answer_question", table.unpack(adapter.with_modes) },
    modes = {
      { id = "default", name = "Ask permissions" },
      { id = "auto-edit", name = "Auto-accept edits" },
      { id = "auto", name = "Auto" },
      { id = "yolo", name = "YOLO" },
      { id = "plan", name = "Plan" },
    },
    hides = "control characters and some terminal sequences",
    tools = { Shell = "execute", Edit = "edit", WriteFile = "edit" },
  },
  see = see,
  rules = panel.rules,
  menu = panel.menu,
  clear = { "ctrl+c", "ctrl+u" },
  folded = "%[Pasted",
  -- Enter that soon after a paste is a line of it.
  typed_ms = 250,
  words = "^%s*[/!]",
  tick = "space",
  accepts = "enter",
  review = "Ready to submit your answers?",
  submit = "Submit answers",
}
