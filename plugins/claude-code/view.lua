-- The screen that a call was shown, read once: what several rules want to know of a row is found out by the first of
-- them. Rows and columns count from 0, as everywhere.

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
    glyphs = {},
    plains = {},
  }, View)
end

function View:row(row) return self.texts[row + 1] or "" end

local function first_of(text)
  local byte = text:byte()
  if not byte or byte == 32 then return nil end
  if byte < 128 then return text:sub(1, 1) end
  return text:match("^[\194-\244][\128-\191]*")
end

-- What stands at column 0, one character; nil on a row that is blank or begins further right. What the model, a tool
-- or the user has written is always indented, so column 0 is Claude Code's own.
function View:glyph(row)
  local glyph = self.glyphs[row]
  if glyph == nil then
    glyph = first_of(self:row(row)) or false
    self.glyphs[row] = glyph
  end
  return glyph or nil
end

local unbreaking = "\194\160"

-- The text behind the first character and what parts it from it: a blank, or one that does not break.
function View:behind(row)
  local text, from = self:row(row), #(self:glyph(row) or " ") + 1
  if text:sub(from, from + 1) == unbreaking then from = from + 2 end
  local at = text:find("[^ ]", from)
  return at and text:sub(at) or ""
end

-- A row in which the border of a box, and blanks that do not break, are blanks.
function View:plain(row)
  local plain = self.plains[row]
  if plain then return plain end
  plain = self:row(row)
  if plain:find(unbreaking, 1, true) then plain = plain:gsub(unbreaking, " ") end
  if plain:find("│", 1, true) then plain = plain:gsub("│", " ") end
  if plain:byte(-1) == 32 then plain = plain:gsub(" +$", "") end
  self.plains[row] = plain
  return plain
end

local whole = {}

local function whole_line(dash, cols)
  local key = dash .. cols
  whole[key] = whole[key] or dash:rep(cols)
  return whole[key]
end

local function is_line(text, dash, cols)
  if text:sub(1, 2 * #dash) ~= dash .. dash then return false end
  if text == whole_line(dash, cols) then return true end
  return text:sub(-#dash) == dash and (utf8.len(text) or 0) >= cols - 2
end

local function rows_like(view, dash)
  local found, first = {}, dash:byte()
  for at = view.last, 0, -1 do
    local text = view:row(at)
    if text:byte() == first and is_line(text, dash, view.cols) then found[#found + 1] = at end
  end
  return found
end

-- Whether a line or a mark in a colour has been seen: from then on, a line without one is none of Claude Code's.
local coloured = false

-- Words that look like Claude Code's own have the style of words: those of a question are bold, others have no colour.
local function is_own(style)
  return not style.bold and not style.italic and not style.bg and (style.fg ~= nil or style.dim == true)
end

local function has_coloured_mark(view)
  for at = view.last, 0, -1 do
    local before = view:row(at):match("^( ?)❯")
    local style = before and screen.style_at(at, #before)
    if style and style.fg and not style.bold then return true end
  end
  return false
end

-- The rows that are such lines, from the bottom up, of each sort.
local function lines_in(view, dash)
  if view.lines then return view.lines[dash] end
  local lines, drawn = { ["─"] = rows_like(view, "─"), ["▔"] = rows_like(view, "▔") }, {}
  for sort, rows in pairs(lines) do
    drawn[sort] = {}
    for _, row in ipairs(rows) do
      local style = screen.style_at(row, 0)
      coloured = coloured or is_own(style) and style.fg ~= nil
      if is_own(style) then table.insert(drawn[sort], row) end
    end
  end
  coloured = coloured or has_coloured_mark(view)
  view.lines = coloured and drawn or lines
  return view.lines[dash]
end

-- Whether Claude Code draws with colours here.
function View:is_coloured()
  lines_in(self, "─")
  return coloured
end

-- Whether a row is a line of one character over the whole width, perhaps with a label in it.
function View:is_line(row, dash)
  for _, at in ipairs(lines_in(self, dash)) do
    if at == row then return true end
  end
  return false
end

-- The lowest such row at or above another.
function View:line_above(row, dash)
  for _, at in ipairs(lines_in(self, dash)) do
    if at <= row then return at end
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
