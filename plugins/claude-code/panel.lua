-- What stands in the composer's place: a dialog, a menu, a panel of settings. It begins with a line over the whole
-- width and ends with the screen's last text.

local choices = require "choices"
local activity = require "activity"

local screen, text = ptywright.screen, ptywright.text

local panel = {}

-- A row of the conversation: a bullet, or a result below a call, whose bullet is out half of the time. Words of a question
-- may look like either, and are bold.
local function is_of_turn(view, row)
  local glyph = view:glyph(row)
  if glyph then return activity.is_bullet(glyph) and not screen.style_at(row, 0).bold end
  return view:row(row):sub(1, #"  ⎿") == "  ⎿" and not screen.style_at(row, 2).bold
end

local ticks = { "☐", "☒", "✔" }

-- The tab in front has a ground of its own, which words have not.
local function has_front(row)
  for _, run in ipairs(screen.runs(row)) do
    if run.bg or run.inverse then return true end
  end
  return false
end

-- The row of tabs of a question, in one of the two rows below its line. Where nothing has a colour, neither has the line.
function panel.tabs_below(view, line)
  for row = line + 1, math.min(line + 2, view.last) do
    local words = text.trim((view:row(row):gsub("←", "")))
    if text.starts(words, ticks) then return (has_front(row) or screen.style_at(line, 0).fg == nil) and row or nil end
    if words ~= "" then return nil end
  end
end

-- The line of a question, by the tabs below it: its words may be whatever the model likes, also lines. Some versions leave
-- lines of what was there before above it. Where nothing has a colour, nothing tells its words from the conversation.
local function line_of_question(view)
  for at = view.last, 0, -1 do
    if view:is_line(at, "─") and panel.tabs_below(view, at) then return at end
    if view:is_coloured() and is_of_turn(view, at) then return nil end
  end
end

-- The highest line without any of the conversation below it: a dialog may have lines in it.
local function highest_line(view, lowest)
  local top = lowest
  for at = lowest - 1, 0, -1 do
    if is_of_turn(view, at) then break end
    if view:is_line(at, "─") then top = at end
  end
  return top
end

-- A frame of its own, as the first versions drew it. One that is not closed yet is half of something.
local function framed(view)
  local closed = false
  for at = view.last, 0, -1 do
    local glyph = view:glyph(at)
    closed = closed or glyph == "╰"
    if glyph == "╭" then return closed and at or nil end
  end
end

-- Without a line, it begins below the last prompt that was sent; one whose beginning has left the screen has choices.
local function below_echo(view)
  for at = view.last, 0, -1 do
    if view:glyph(at) == ">" and view:row(at):find("^> /%w") then return at end
  end
end

-- The last choice of a question has a line of its own above it, and so has the question below a plan: where no other line
-- stands above one, the dialog began further up than the screen does.
local function is_within(view, line)
  local below = view:row(line + 1):gsub("❯", " ")
  return below:find("^ +%d+%. Chat about this$") ~= nil or below:find("^ +Claude has written up a plan") ~= nil
end

local function top_of(view)
  local asked = line_of_question(view)
  if asked then return asked, "lines" end
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

-- Lines inside of a panel may be indented.
local function is_drawn(row) return row:find("────", 1, true) or row:find("╌╌╌╌", 1, true) end

local function first_text(view, from, to)
  for at = from, to do
    if not is_drawn(view:row(at)) and bare(view:row(at)) ~= "" then return at end
  end
end

-- The row above the choices that asks.
local function question_above(view, first, row)
  local last = view:last_text(first, row - 1)
  if not last or is_drawn(view:row(last)) then return nil end
  local from = last
  while from > first and bare(view:row(from - 1)) ~= "" and not is_drawn(view:row(from - 1)) do from = from - 1 end
  return { from = from, to = last, text = text.squeeze(view:block(from, last)) }
end

-- The row that is marked, also where the mark is on none of the choices.
local function mark_in(view, from, to)
  for at = to, from, -1 do
    if text.starts(bare(view:row(at)), "❯") then return at end
  end
end

-- Without a line above it, the mark tells whose it is: words of others never begin so far to the left.
local function is_own_mark(view, row)
  if not view:row(row):find("^ ?❯ ") then return false end
  return view.cursor.row == row or view.cursor.row > view.last
end

local function has_own_mark(view)
  for at = view.last, 0, -1 do
    if is_own_mark(view, at) then return true end
  end
  return false
end

-- { kind, top, first, last, title, title_row, options, selected, question, hint }, or nil when the screen has no line
-- to begin one with.
function panel.of(view)
  local top, kind = top_of(view)
  if top >= view.last or kind == "cut" and not has_own_mark(view) then return nil end
  local title_row = first_text(view, top + 1, view.last)
  if not title_row then return nil end
  local found = { kind = kind, top = top, first = top + 1, last = view.last, title_row = title_row }
  found.title = bare(view:row(title_row))
  found.options = choices.between(view, title_row, view.last)
  found.selected = choices.selected(found.options)
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

-- Everything that a panel says, for comparing one with another.
function panel.words(view, found) return view:block(found.first, found.last) end

return panel
