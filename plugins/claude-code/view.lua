-- The screen that a call was shown, read once. Rows and columns count from 0, as everywhere.

local screen = ptywright.screen

local View = {}
View.__index = View

local view = {}

function view.of(ctx)
  local size = ctx.size
  return setmetatable({
    ctx = ctx,
    rows = size.rows,
    cols = size.cols,
    cursor = ctx.screen_cursor,
    title = ctx.title,
    texts = screen.rows(),
    last = screen.last_row() or -1,
  }, View)
end

function View:row(row) return self.texts[row + 1] or "" end

-- What stands at column 0, one character; nil on a row that is blank or begins further right. What the model, a tool
-- or the user has written is always indented, so column 0 is Claude Code's own.
function View:glyph(row)
  local text = self:row(row)
  local byte = text:byte()
  if not byte or byte == 32 then return nil end
  if byte < 128 then return text:sub(1, 1) end
  return text:match("^[\194-\244][\128-\191]*")
end

-- The text behind the first character and what parts it from it: a blank, or one that does not break.
function View:behind(row)
  local text = self:row(row):match("^[%z\1-\127\194-\244][\128-\191]*(.*)$") or ""
  return (text:gsub("^\194\160", ""):gsub("^ +", ""))
end

local lines = {}

local function line(dash, cols)
  local key = dash .. cols
  lines[key] = lines[key] or dash:rep(cols)
  return lines[key]
end

-- Whether a row is a line of one character over the whole width, perhaps with a label in it.
function View:is_line(row, dash)
  local text = self:row(row)
  if text:sub(1, 2 * #dash) ~= dash .. dash then return false end
  if text == line(dash, self.cols) then return true end
  return text:sub(-#dash) == dash and (utf8.len(text) or 0) >= self.cols - 2
end

-- The lowest such row at or above another.
function View:line_above(row, dash)
  for at = row, 0, -1 do
    if self:is_line(at, dash) then return at end
  end
end

function View:blank(row) return self:row(row) == "" end

-- The lowest row of a stretch that is not blank.
function View:last_text(from, to)
  for at = to, from, -1 do
    if not self:blank(at) then return at end
  end
end

-- The rows of a stretch joined to one text, without borders, indentation and blank edges.
function View:block(from, to)
  if to < from then return "" end
  return screen.block(from, to).text
end

return view
