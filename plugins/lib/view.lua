-- The screen of one call. Caches what rules read about each row. Rows and columns count from 0.
--
-- `memory`: a table that the plugin keeps. `coloured` becomes true at the first coloured line or mark. From then on, a
-- line without a colour does not belong to the program, because text of others may imitate lines but not their colour.

local screen = ptywright.screen
local byte_of = string.byte

local View = {}
View.__index = View

local view = {}

-- `mark`: the sign before the marked row of a dialog.
function view.of(ctx, memory, mark)
  local size = ctx.size
  return setmetatable({
    ctx = ctx,
    memory = memory,
    mark = mark or "❯",
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

local blank_byte = 32

-- Letters, digits and blanks, with which most rows begin.
local is_common = { [blank_byte] = true }
for _, range in ipairs { "09", "AZ", "az" } do
  for byte = byte_of(range, 1), byte_of(range, 2) do is_common[byte] = true end
end

-- Returns the rows that begin with a sign, at the left edge or after one blank, from the bottom up. All lines, marks,
-- bullets and frames are among them, and few other rows.
function View:signs()
  local rows, texts, count = self.sign_rows, self.texts, 0
  if rows then return rows end
  rows = {}
  for at = self.last + 1, 1, -1 do
    local first, second = byte_of(texts[at], 1, 2)
    if first == blank_byte then first = second end
    if first and not is_common[first] then
      count = count + 1
      rows[count] = at - 1
    end
  end
  self.sign_rows = rows
  return rows
end

-- Returns the character at column 0, or nil if the row is blank or indented. Text of the model, a tool or the user is
-- often indented, so column 0 belongs to the program.
function View:glyph(row)
  local glyph = self.glyphs[row]
  if glyph ~= nil then return glyph or nil end
  local words = self.texts[row + 1]
  local byte = words and byte_of(words)
  if not byte or byte == blank_byte then glyph = false
  else glyph = byte < 128 and words:sub(1, 1) or words:match("^[\194-\244][\128-\191]*") end
  self.glyphs[row] = glyph
  return glyph or nil
end

local unbreaking = "\194\160"

-- Returns the text after the first character and its separator: a blank or a no-break space.
function View:behind(row)
  local text, from = self:row(row), #(self:glyph(row) or " ") + 1
  if text:sub(from, from + 1) == unbreaking then from = from + 2 end
  local at = text:find("[^ ]", from)
  return at and text:sub(at) or ""
end

-- Returns the row with box borders and no-break spaces replaced by blanks.
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

local function is_line(text, dash, cols)
  if text:sub(1, 2 * #dash) ~= dash .. dash then return false end
  return text:sub(-#dash) == dash and (utf8.len(text) or 0) >= cols - 2
end

local function rows_like(view, dash)
  local found = {}
  for _, at in ipairs(view:signs()) do
    if is_line(view:row(at), dash, view.cols) then found[#found + 1] = at end
  end
  return found
end

-- Whether a style belongs to the program. Text that imitates it is bold (in a question) or has no colour.
local function is_own(style)
  return not style.bold and not style.italic and not style.bg and (style.fg ~= nil or style.dim == true)
end

local function has_coloured_mark(view)
  for _, at in ipairs(view:signs()) do
    local before = view:row(at):match("^( ?)" .. view.mark)
    local style = before and screen.style_at(at, #before)
    if style and style.fg and not style.bold then return true end
  end
  return false
end

-- Returns the rows that are lines, from the bottom up, for each kind of dash.
local function lines_in(view, dash)
  if view.lines then return view.lines[dash] end
  local lines, styled = { ["─"] = rows_like(view, "─"), ["▔"] = rows_like(view, "▔") }, {}
  for sort, rows in pairs(lines) do
    styled[sort] = {}
    for _, row in ipairs(rows) do
      local style = screen.style_at(row, 0)
      view.memory.coloured = view.memory.coloured or is_own(style) and style.fg ~= nil
      if is_own(style) then table.insert(styled[sort], row) end
    end
  end
  view.memory.coloured = view.memory.coloured or has_coloured_mark(view)
  view.lines = view.memory.coloured and styled or lines
  return view.lines[dash]
end

-- Whether the program uses colours here.
function View:is_coloured()
  lines_in(self, "─")
  return self.memory.coloured
end

-- Whether a row is a line of one character over the full width, possibly with a label.
function View:is_line(row, dash)
  for _, at in ipairs(lines_in(self, dash)) do
    if at == row then return true end
  end
  return false
end

-- Returns the lowest line at or above a row.
function View:line_above(row, dash)
  for _, at in ipairs(lines_in(self, dash)) do
    if at <= row then return at end
  end
end

function View:blank(row) return self:row(row) == "" end

-- Returns the lowest row of a range that is not blank.
function View:last_text(from, to)
  for at = to, from, -1 do
    if not self:blank(at) then return at end
  end
end

-- Joins the rows of a range to one text, without borders, indentation and blank edges.
function View:block(from, to)
  if to < from then return "" end
  return screen.block(from, to).text
end

return view
