-- Reads the composer: the rows between two lines at the bottom of the screen, after a caret at column 0. Claude Code
-- accepts a prompt while it is visible. Dialogs replace it.

local screen, text = ptywright.screen, ptywright.text

local composer = {}

-- What the text after a caret is.
composer.kinds = { ["❯"] = "prompt", [">"] = "prompt", ["!"] = "shell", ["#"] = "memory" }

-- The first versions park the real cursor and draw one.
local function cursor_is_drawn(view, from, to)
  for at = to, from, -1 do
    for _, run in ipairs(screen.runs(at)) do
      if run.inverse then return true end
    end
  end
  return false
end

-- The selected row of a dialog has a number, or a row below says how to close it. A status line has neither.
local function is_of_dialog(view, row)
  local words = text.trim(view:row(row))
  return words:find("^❯%s*%d") ~= nil or view:row(view.last):find("%f[%a]Esc to ") ~= nil
end

-- Whether a selected row of a dialog is below. A status line may have a caret, too.
local function selected_below(view, top, bottom)
  for at = bottom + 1, view.last do
    if text.starts(text.trim(view:row(at)), "❯") then
      return not cursor_is_drawn(view, top + 1, bottom - 1) or is_of_dialog(view, at)
    end
  end
  return false
end

local function cursor_on_mark(view) return text.starts(text.trim(view:row(view.cursor.row)), "❯") ~= nil end

local function continues(view, from, to)
  for at = from, to do
    if not view:blank(at) and not text.starts(view:row(at), "  ") then return false end
  end
  return true
end

-- The top of a long draft has scrolled off. Only the lower line and the cursor are visible.
local function headless(view, bottom, with_cursor)
  if bottom == 0 or not continues(view, 0, bottom - 1) then return nil end
  local within = view.cursor.row < bottom or (not with_cursor and cursor_is_drawn(view, 0, bottom - 1))
  if not within then return nil end
  return { top = -1, bottom = bottom, kind = "prompt", cut = true }
end

-- Whether the text is a placeholder: dim text that begins under the cursor. The user has not typed it.
local function is_placeholder(found, view)
  if found.cut or found.bottom - found.top ~= 2 then return false end
  return screen.style_at(found.top + 1, 3).dim == true and view:row(found.top + 1) ~= ""
end

local function words(found, view)
  local list = {}
  for at = found.top + 1, found.bottom - 1 do
    list[#list + 1] = at == found.top + 1 and not found.cut and view:behind(at) or view:row(at):gsub("^  ", "")
  end
  return (table.concat(list, "\n"):gsub("[%s]+$", ""))
end

-- Removes the argument hint after a command. It is in brackets and in another colour. The user has not typed it.
local function without_hint(typed, found, view)
  local command = not found.cut and typed:match("^(/%S+)%s+[%[<]")
  if not command then return typed end
  local at = utf8.len(view:row(found.top + 1):match("^.-/%S+%s+")) or 0
  return screen.style_at(found.top + 1, at).fg and command or typed
end

local function read(found, view)
  local typed = without_hint(words(found, view), found, view)
  if typed ~= "" and is_placeholder(found, view) then
    found.placeholder = typed
    found.draft = ""
  else
    found.draft = typed
  end
  found.first, found.last = found.top + 1, found.bottom - 1
  found.empty = found.draft == "" and found.kind == "prompt"
  return found
end

-- Returns { top, bottom (its lines), first, last, kind, draft, empty, placeholder, cut } or nil. `with_cursor`: requires the cursor inside.
function composer.of(view, with_cursor)
  local bottom = view:line_above(view.last, "─")
  if not bottom then return nil end
  local top = view:line_above(bottom - 1, "─")
  local caret = top and top + 1 < bottom and view:glyph(top + 1)
  local kind = caret and composer.kinds[caret]
  if not top then
    local found = headless(view, bottom, with_cursor)
    return found and read(found, view)
  end
  if not kind or not continues(view, top + 2, bottom - 1) then return nil end
  local within = view.cursor.row > top and view.cursor.row < bottom
  if not within and (selected_below(view, top, bottom) or (with_cursor and cursor_on_mark(view))) then return nil end
  return read({ top = top, bottom = bottom, kind = kind, caret = caret }, view)
end

-- Skips a menu of commands or files that opens upwards.
local function below_menu(found, view, row)
  if not found.draft:find("^/") and not found.draft:find("@", 1, true) then return row end
  while row > 0 and view:row(row):find("^  ") do row = row - 1 end
  return row
end

-- Returns the lowest row of the conversation. Excludes the effort indicator at the right end, and a menu.
function composer.above(found, view)
  if found.plain then return found.above end
  local row = found.top - 1
  if row >= 0 and #view:row(row):match("^ *") > view.cols // 2 then row = row - 1 end
  return below_menu(found, view, row)
end

-- While an external editor has the draft, one sentence replaces the caret between the lines.
function composer.handed_to_editor(view)
  local bottom = view:line_above(view.last, "─")
  local top = bottom and view:line_above(bottom - 1, "─")
  if not top or bottom ~= view.last then return nil end
  local row = view:last_text(top + 1, bottom - 1)
  if row and row == top + 1 and view:row(row):find("^%s%s%s+%S") and view:row(row):find("editor") then return row end
end

return composer
