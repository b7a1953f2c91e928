-- The parts of the screen of opencode. Each part has a bar at its left edge: at the bottom is the composer or a dialog,
-- and above it are the messages. Text of the model is indented further than the bars, so it is never taken for a part.

local screen, text = ptywright.screen, ptywright.text

local frame = {}

local bar_col = 2

-- Returns the text of a row before the column `right`, behind which there may be a side bar.
function frame.words(row, right)
  local line = screen.row(row)
  if text.width(line) <= right then return line end
  local parts = {}
  for _, run in ipairs(screen.runs(row)) do
    if run.col < right then parts[#parts + 1] = run.text end
  end
  return (table.concat(parts):gsub("%s+$", ""))
end

-- Returns the text of a row behind its bar, without the indent.
function frame.inner(row, right) return frame.words(row, right):match("^%s*┃ ? ?(.*)$") or "" end

local function has_bar(row, col) return row >= 0 and screen.char_at(row, col or bar_col) == "┃" end

-- Returns the row, the first column and the column behind the lower edge of the composer.
local function edge_in(row)
  local line = screen.row(row)
  local before = line:match("^( *)╹▀▀▀▀▀▀▀▀")
  if not before then return nil end
  local at, right = #before + #"╹" + 1, #before + 1
  while line:sub(at, at + 2) == "▀" do
    at, right = at + 3, right + 1
  end
  return { row = row, left = #before, right = right }
end

-- Below the lower edge of a composer with messages are one row and a blank one. Before the first message, it is
-- further up, and nothing else is on the screen.
local function edge_of(rows)
  local found = edge_in(rows - 3)
  if found then return found, true end
  for row = rows - 4, 4, -1 do
    found = edge_in(row)
    if found then return found, false end
  end
end

-- A row of the menu of commands has a bar at its right edge, too.
local function is_menu(row, edge) return has_bar(row, edge.right) or has_bar(row, edge.right - 1) end

-- Returns the composer that has the cursor: { first, last, left, right, draft, empty, footer, begun,
-- talks, mode }.
function frame.composer(ctx)
  local edge, talks = edge_of(ctx.size.rows)
  if not edge then return nil end
  local last, first = edge.row - 3, edge.row - 3
  while has_bar(first - 1, edge.left) and not is_menu(first - 1, edge) do first = first - 1 end
  -- The first row of the frame is blank.
  first = first + 1
  local cursor = ctx.screen_cursor
  if not cursor.visible or cursor.row < first or cursor.row > last or cursor.col < edge.left + 3 then return nil end
  local lines = {}
  for row = first, last do lines[#lines + 1] = frame.inner(row, edge.right) end
  local draft = table.concat(lines, "\n")
  local agent = frame.inner(edge.row - 1, edge.right)
  local hint = draft:find("^Ask anything") and cursor.row == first and cursor.col == edge.left + 3
  return {
    first = first,
    last = last,
    left = edge.left,
    draft = hint and "" or draft,
    empty = hint or draft == "",
    right = edge.right,
    -- The row of the agent and its model is filled when the program knows them.
    begun = agent ~= "",
    mode = text.lower(agent:match("^(%a+) · ") or "build"),
    talks = talks,
    footer = talks and frame.words(edge.row + 1, edge.right) or "",
  }
end

-- Returns the name in the marked row of the menu above the composer. Other rows have the background of the composer.
function frame.menu(composer)
  local ground = screen.style_at(composer.first, composer.left + 1).bg
  for row = composer.first - 2, 0, -1 do
    if not has_bar(row, composer.left) then return nil end
    local name = screen.row(row):match("^ *┃ (/%S+)")
    if name and screen.style_at(row, composer.left + 1).bg ~= ground then return name end
  end
end

-- Whether a row of a dialog has a scroll bar, because not all rows are shown. It is drawn on the background.
function frame.has_scroll_bar(row, right)
  local base = screen.style_at(row, 0).bg
  for _, run in ipairs(screen.runs(row)) do
    if run.col > bar_col and run.col < right and run.bg == base then return true end
  end
  return false
end

-- Returns the part at the bottom of the screen, if it is a dialog: { top, bottom, right, color (of its bar) }. The
-- cursor of a dialog is hidden.
function frame.dialog(ctx)
  local bottom = ctx.size.rows - 2
  if ctx.screen_cursor.visible or not has_bar(bottom) then return nil end
  local bar, top = screen.style_at(bottom, bar_col), bottom
  while has_bar(top - 1) and screen.style_at(top - 1, bar_col).fg == bar.fg do top = top - 1 end
  local base, right = screen.style_at(bottom, 0).bg, ctx.size.cols
  for _, run in ipairs(screen.runs(bottom)) do
    if run.col > bar_col and run.bg == base then
      right = run.col
      break
    end
  end
  return { top = top, bottom = bottom, right = right, color = bar.fg }
end

-- Returns what a part of the messages is: "user", "tool" or "error". The bar of a tool is drawn in the color of the
-- background, and that of a prompt on it.
function frame.kind(row)
  if not has_bar(row) then return nil end
  local base, bar = screen.style_at(row, 0).bg, screen.style_at(row, bar_col)
  if bar.fg == base then return "tool" end
  return bar.bg == base and "user" or "error"
end

return frame
