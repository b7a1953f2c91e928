-- Codex. Rows of Codex begin at column 0, and those of the model, a tool or the user are indented. A composer has the
-- visible cursor. While a dialog is open, the cursor is hidden and the last row names the keys.
--
-- What differs between versions, and where it was seen:
--   the first page is in a box: 0.124.0, 0.144.4. It is not: 0.169.0.
--   the rest of a message after ■ begins at column 0: 0.124.0.
--   Escape is ignored while an answer is streamed: 0.124.0. Ctrl+C ends the turn.
--   a question about an unknown folder: 0.124.0, 0.144.4.
--   a report of the turn in OSC 7501, and questions of the model in the plan mode: 0.169.0.

local adapter = require "lib/adapter"
local panel = require "panel"
local turns = require "turns"

local screen = ptywright.screen

-- Returns the first of the rows at the bottom that have no blank row between them.
local function footer_of(last)
  local first = last
  while first > 0 and screen.row(first - 1) ~= "" do first = first - 1 end
  return first
end

-- Returns the last row of the composer. It has a background; without colors, a blank row and the footer are below it.
local function end_of(first, cursor_row, last)
  local ground, at = screen.style_at(first, 0).bg, cursor_row
  if not ground then
    local footer = footer_of(last)
    return cursor_row < footer and footer - 2 or nil
  end
  while at < screen.size().rows - 1 and screen.style_at(at + 1, 0).bg == ground do at = at + 1 end
  while at > cursor_row and screen.row(at) == "" do at = at - 1 end
  return at
end

-- Returns the composer. The first row of a long draft ends in an arrow.
local function composer_of(ctx, last)
  local cursor = ctx.screen_cursor
  if not cursor.visible or last < 2 then return nil end
  local first = cursor.row
  while first > 0 and not screen.row(first):find("^›") do
    if not screen.row(first):find("^  ") and screen.row(first) ~= "" then return nil end
    first = first - 1
  end
  local final = cursor.col >= 2 and screen.row(first):find("^›") and end_of(first, cursor.row, last)
  if not final then return nil end
  local lines = {}
  for at = first, final do lines[#lines + 1] = screen.row(at):gsub("^› ?", ""):gsub("^  ", ""):gsub(" +↑$", "") end
  local draft = table.concat(lines, "\n")
  local hint = screen.style_at(first, 2).dim
  return {
    first = first,
    last = final,
    status = screen.row(final + 2) or "",
    draft = hint and "" or draft,
    empty = hint or draft == "",
  }
end

local function works_above(composer)
  for at = composer.first - 1, math.max(0, composer.first - 4), -1 do
    local row = screen.row(at)
    -- Without animations, no bullet is before the words.
    if row:find("^%S") then return row:gsub("^• ", ""):find("^%u[^(]*%(%d.* • esc to interrupt%)") ~= nil end
  end
  return false
end

local function footer_has(last, words)
  for at = footer_of(last), last do
    if screen.row(at):find(words, 1, true) then return true end
  end
  return false
end

local report = "\27]7501;state="

-- Whether Codex last reported that it works. Its settings can turn off the title, but not these reports.
local function reports_work(ctx)
  local transcript, last = ctx.transcript, nil
  local at = transcript:find(report, 1, true)
  while at do last, at = at, transcript:find(report, at + 1, true) end
  return last ~= nil and transcript:find("^working", last + #report) ~= nil
end

local function see(ctx)
  local last = screen.last_row() or -1
  local title = ctx.title or ""
  local composer = composer_of(ctx, last)
  local dialog = not composer and panel.read(ctx, last) or nil
  local spins = title:find("^\226[\160-\163][\128-\191]") ~= nil
  local turn, tools, queued
  if composer then turn, tools, queued = turns.read(composer.first - 1) end
  return {
    composer = composer,
    panel = dialog,
    -- The title rests before the last rows of an answer are drawn.
    end_ms = 150,
    busy = composer and (turn and (spins or title == "" and reports_work(ctx)) or works_above(composer)) or false,
    -- The status line is drawn once the session has begun. Keys are not read before.
    begun = not composer or turn ~= nil or title ~= "" or composer.status:find(" · ", 1, true) ~= nil,
    turn = turn,
    tools = tools,
    queued = queued,
    mode = composer and (footer_has(last, "Plan mode (shift+tab to cycle)") and "plan" or "default") or nil,
  }
end

-- Returns the marked command of the menu above the composer.
local function menu(current)
  local composer = current.composer
  for at = (composer and composer.first or 0) - 1, 0, -1 do
    local row = screen.row(at)
    local name = row:match("^› (/%S+)")
    if name then return name end
    if row:find("^%S") then return nil end
  end
end

return adapter.new {
  describe = {
    program = "Codex",
    states = { "waiting_for_user_input", table.unpack(adapter.states) },
    intents = { "steer", "answer_question", table.unpack(adapter.with_modes) },
    modes = { { id = "default", name = "Default" }, { id = "plan", name = "Plan" } },
    tools = { shell = "execute", edit = "edit" },
    hides = "tabs and control characters",
  },
  see = see,
  rules = panel.rules,
  menu = menu,
  clear = { "ctrl+c", "ctrl+u" },
  folded = "%[PastedContent%d+chars%]",
  -- Enter that soon after a paste is a line of it.
  typed_ms = 250,
  words = "^%s*[/!]",
  steers = true,
  -- Earlier versions ignore Escape while they stream an answer.
  interrupts = { { "escape" }, { "ctrl+c" } },
}
