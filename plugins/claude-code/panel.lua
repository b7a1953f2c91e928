-- Reads the panel that replaces the composer: a dialog, a menu or settings. It begins with a line over the full width
-- and ends with the last text of the screen.

local choices = require "choices"
local activity = require "activity"
local options = require "lib/options"

local screen, text = ptywright.screen, ptywright.text

local panel = {}

-- Whether a row belongs to the conversation: a bullet, or a result below a call, whose bullet blinks. The text of a
-- question may look like either, but is bold.
local function is_of_turn(view, row)
  local glyph = view:glyph(row)
  if glyph then return activity.is_bullet(glyph) and not screen.style_at(row, 0).bold end
  return view:row(row):sub(1, #"  ⎿") == "  ⎿" and not screen.style_at(row, 2).bold
end

local ticks = { "☐", "☒", "✔" }

-- Returns the active tab of a row, which has a background colour. Plain text has no background colour.
function panel.front(row)
  for _, run in ipairs(screen.runs(row)) do
    if run.bg or run.inverse then return text.trim(run.text) end
  end
end

-- Returns the row of tabs of a question: one of the two rows below its line. Without colours, the line has no colour
-- either.
function panel.tabs_below(view, line)
  for row = line + 1, math.min(line + 2, view.last) do
    local words = text.trim((view:row(row):gsub("←", "")))
    if text.starts(words, ticks) then return (panel.front(row) or screen.style_at(line, 0).fg == nil) and row or nil end
    if words ~= "" then return nil end
  end
end

-- Finds the line of a question by the tabs below it. The text of a question is arbitrary and may contain lines. Some
-- versions leave old lines above it. Without colours, its text cannot be distinguished from the conversation.
local function line_of_question(view)
  if not view:line_above(view.last, "─") then return nil end
  for at = view.last, 0, -1 do
    if view:is_line(at, "─") and panel.tabs_below(view, at) then return at end
    if view:is_coloured() and is_of_turn(view, at) then return nil end
  end
end

-- Returns the highest line with no row of the conversation below it. A dialog may contain lines.
local function highest_line(view, lowest)
  local top = lowest
  for at = lowest - 1, 0, -1 do
    if is_of_turn(view, at) then break end
    if view:is_line(at, "─") then top = at end
  end
  return top
end

-- The first versions draw a frame around a dialog. An open frame is partly drawn.
local function framed(view)
  local closed = false
  for _, at in ipairs(view:signs()) do
    local glyph = view:glyph(at)
    closed = closed or glyph == "╰"
    if glyph == "╭" then return closed and at or nil end
  end
end

-- Without a line, the panel begins below the last prompt. If its beginning has scrolled off, it still has options.
local function below_echo(view)
  for _, at in ipairs(view:signs()) do
    if view:row(at):find("^> /%w") then return at end
  end
end

-- A separate line is above the last option of a question, and above the question of a plan. If no other line is above
-- that, the beginning of the dialog has scrolled off.
local function is_within(view, line)
  local below = view:row(line + 1):gsub("❯", " ")
  return below:find("^ +%d+%. Chat about this$") ~= nil or below:find("^ +Claude has written up a plan") ~= nil
end

local function top_of(view)
  local question_line = line_of_question(view)
  if question_line then return question_line, "lines" end
  local sheet = view:line_above(view.last, "▔")
  if sheet then return sheet, "sheet" end
  local line = view:line_above(view.last, "─")
  local top = line and highest_line(view, line)
  if top and is_within(view, top) then return -1, "cut" end
  if top then return top, "lines" end
  local echo = below_echo(view)
  if echo then return echo, "bare" end
  local frame = framed(view)
  if frame then return frame, "frame" end
  return -1, "cut"
end

local function bare(row) return text.trim(text.unbox(row)) end

-- Lines inside a panel may be indented.
local function is_drawn(row) return row:find("────", 1, true) or row:find("╌╌╌╌", 1, true) end

local function first_text(view, from, to)
  for at = from, to do
    if not is_drawn(view:row(at)) and bare(view:row(at)) ~= "" then return at end
  end
end

-- Returns the question row above the options.
local function question_above(view, first, row)
  local last = view:last_text(first, row - 1)
  if not last or is_drawn(view:row(last)) then return nil end
  local from = last
  while from > first and bare(view:row(from - 1)) ~= "" and not is_drawn(view:row(from - 1)) do from = from - 1 end
  return { from = from, to = last, text = text.squeeze(view:block(from, last)) }
end

-- Returns the marked row, even when the marker is on no option.
local function mark_in(view, from, to)
  for at = to, from, -1 do
    if text.starts(bare(view:row(at)), "❯") then return at end
  end
end

-- Without a line above it, the marker identifies the owner. Text of others never begins that far to the left.
local function is_own_mark(view, row)
  if not view:row(row):find("^ ?❯ ") then return false end
  return view.cursor.row == row or view.cursor.row > view.last
end

local function has_own_mark(view)
  for _, at in ipairs(view:signs()) do
    if is_own_mark(view, at) then return true end
  end
  return false
end

-- Returns { kind, top, first, last, title, title_row, options, selected, question, hint }, or nil when no line begins a
-- panel.
function panel.of(view)
  local top, kind = top_of(view)
  if top >= view.last or kind == "cut" and not has_own_mark(view) then return nil end
  local title_row = first_text(view, top + 1, view.last)
  if not title_row then return nil end
  local found = { kind = kind, top = top, first = top + 1, last = view.last, title_row = title_row }
  found.title = bare(view:row(title_row))
  found.options = choices.between(view, title_row, view.last)
  found.selected = options.selected(found.options)
  if kind == "cut" and not (found.selected and is_own_mark(view, found.selected.row)) then return nil end
  found.mark = found.selected and found.selected.row or mark_in(view, title_row, view.last)
  local first_option = found.options[1]
  found.question = first_option and question_above(view, title_row, first_option.row)
  local last_option = found.options[#found.options]
  local below = last_option and last_option.row + 1 or title_row + 1
  local hint = view:last_text(below, view.last)
  found.hint = hint and bare(view:row(hint)) or ""
  return found
end

return panel
