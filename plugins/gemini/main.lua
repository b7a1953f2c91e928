-- Gemini CLI. It draws at column 0, and indents the text of the model. A composer is a band of half blocks below a line, or
-- without colors the rows between two lines. A dialog is a box over the full width, and replaces the composer.

local adapter = require "lib/adapter"
local modes = require "lib/modes"
local panel = require "panel"
local turns = require "turns"

local screen, text = ptywright.screen, ptywright.text

-- Returns the line a few rows above a composer.
local function line_near(top)
  local line = turns.line_above(top)
  return line and top - line <= 5 and line or nil
end

-- Returns the rows of the lowest band with a line above it. Remains of an earlier band may be below it.
local function lowest_band(last)
  local bottom = turns.band_end(last)
  while bottom do
    local top = turns.band_start(bottom)
    local line = top and line_near(top)
    if line then return line, top, bottom end
    bottom = turns.band_end(bottom - 1)
  end
end

-- The same without colors.
local function lowest_lines(last)
  local bottom = turns.line_above(last + 1)
  local top = bottom and turns.line_above(bottom)
  local line = top and screen.row(top + 1):find("^ [>!*] ") and line_near(top)
  if line then return line, top, bottom end
end

local function composer_of(last)
  local line, top, bottom = lowest_band(last)
  local is_plain = not line
  if is_plain then line, top, bottom = lowest_lines(last) end
  if not line then return nil end
  local lines = {}
  for at = top + 1, bottom - 1 do lines[#lines + 1] = (screen.row(at):gsub("^ ?[>!*] ", ""):gsub("^   ", "")) end
  local draft = table.concat(lines, "\n")
  -- The words that are shown instead of a draft begin one column later.
  local hint = screen.row(top + 1):find("^ ?[>!*]   %S") ~= nil
  return {
    first = top + 1,
    last = bottom - 1,
    line = line,
    is_plain = is_plain,
    draft = hint and "" or draft,
    empty = hint or not draft:find("%S"),
  }
end

-- Whether the row above the line shows work.
local function works_above(line)
  local words = line > 0 and screen.row(line - 1) or ""
  return words:find("%(esc to cancel") ~= nil and words:find("^ ?[^%s%w]") ~= nil
end

-- At first the composer is alone at the top of the screen. Prompts are queued then, and shown above it.
local first_rows = 10

local function has_begun(line)
  local from = 0
  -- It starts again when a folder is trusted, below its last screen.
  for at = 0, line - 2 do
    if screen.row(at):find("^ *Gemini CLI is restarting ") then from = at + 1 end
  end
  for at = from, line - 2 do
    local words = screen.row(at)
    if words ~= "" then return line - from > first_rows or not words:find("^ *Queued %(press ") end
  end
  return false
end

-- The row below the line names the mode, and the next one.
local names = {
  { "autoEdit", "^ *auto%-accept edits" },
  { "plan", "^ *plan" },
  { "yolo", "^ *YOLO" },
  { "default", "^ *Shift%+Tab to" },
}

local function see(ctx)
  local last = screen.last_row() or -1
  local title = ctx.title or ""
  local composer = composer_of(last)
  local dialog = not composer and panel.read(last) or nil
  local works = text.starts(title, "✦") ~= nil
  return {
    composer = composer,
    end_ms = 150,
    panel = dialog,
    torn = not composer and panel.is_torn(last),
    busy = composer and (works or works_above(composer.line)) or false,
    begun = not composer or has_begun(composer.line),
    turn = composer and turns.read(composer.line - 2, composer.is_plain) or nil,
    mode = composer and modes.in_row(screen.row(composer.line + 1), names) or nil,
  }
end

return adapter.new {
  describe = {
    program = "Gemini CLI",
    states = adapter.with_questions,
    intents = { "answer_question", table.unpack(adapter.with_modes) },
    modes = {
      { id = "default", name = "Manual" },
      { id = "autoEdit", name = "Auto-accept edits" },
      { id = "plan", name = "Plan" },
    },
    -- Seen in all versions: it removes them from what it draws, and cuts off a line behind many blanks.
    hides = "control characters, terminal sequences, and words behind more blanks than a row has columns",
    tools = { Shell = "execute", Edit = "edit", WriteFile = "edit" },
  },
  see = see,
  rules = panel.rules,
  menu = panel.menu,
  clear = { "ctrl+c", "ctrl+u" },
  folded = "%[PastedText:",
  -- Enter that soon after a paste is a line of it.
  typed_ms = 250,
  words = "^%s*[/!]",
}
