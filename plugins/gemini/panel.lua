-- Dialogs of Gemini CLI: a box over the full width with numbered options, of which one has a dot. The text of the model
-- is indented, so it never has a box at column 0.

local dialogs = require "lib/dialogs"

local screen, text = ptywright.screen, ptywright.text

local panel = {}

local meanings = {
  { "yes", { "allow once", "yes, allow once", "trust folder" } },
  { "yes_and_remember", { "allow", "yes, allow", "trust parent" } },
  { "tell", { "modify", "suggest" } },
  { "no", { "don't trust", "do not trust" } },
}

-- Some boxes begin at column 1. The text of the model begins at column 2.
local function inside(row) return screen.row(row):match("^ ?│ (.-) *│$") end

local function option_in(at)
  local words = inside(at)
  if not words then return nil end
  local marked = words:find("^ *● ") ~= nil
  local index, label = words:match(marked and "^ *● (%d+)%. (%S.*)$" or "^%s*(%d+)%. (%S.*)$")
  if not index then return nil end
  return { index = tonumber(index), label = (label:gsub(" %(esc%)$", "")), selected = marked or nil }
end

local function is_more(at)
  local words = inside(at) or "-"
  return (words == "" or words:find("^      *%S")) and words
end

local function is_border(row, left, right)
  local words = (screen.row(row) or ""):gsub("^ ", "")
  return words:sub(1, #left) == left and words:sub(-#right) == right and (utf8.len(words) or 0) >= screen.size().cols - 2
end

-- Returns the row of the upper border of the box that ends in a row.
local function top_of(bottom)
  for at = bottom - 1, 0, -1 do
    if is_border(at, "╭", "╮") then return at end
    if not screen.row(at):find("^ ?│") then return nil end
  end
end

-- Returns a box with anything else. It may be part of a screen that is being drawn.
local function page_of(top, last)
  if not top then return nil end
  local title = top + 1
  while title < last - 1 and inside(title) == "" do title = title + 1 end
  return { options = {}, title_row = title, heading = inside(title) or "", last = last, unknown = true }
end

local function answer_in(at)
  local words = inside(at) or ""
  local marked = words:find("^● ") ~= nil
  local index, box, label = words:match("^[●%s]+(%d+)%. +(%[.%]) +(%S.*)$")
  if not index then index, label = words:match("^[●%s]+(%d+)%. +(%S.*)$") end
  if not index then return nil end
  return { index = tonumber(index), label = label, selected = marked or nil, checked = box and box ~= "[ ]" }
end

local function describes(at) return (inside(at) or ""):match("^     +(%S.*)$") end

-- Returns the row below the options of a question, and the option that submits several answers, if it is visible. It has
-- no number.
local function end_of_answers(last)
  local at = last - 2
  while at > 0 and (inside(at) == "" or inside(at) == "▼") do at = at - 1 end
  local mark = inside(at) == "   Finish selection" and inside(at - 1):match("^([● ]+)  Done$")
  if not mark then return at + 1 end
  local selected = mark ~= " " or nil
  return at - 1, { label = "Done", description = "Finish selection", row = at - 1, selected = selected, meaning = "submit" }
end

local not_ticked = { ["All of the above"] = "all" }

-- Returns a question of the model. Its last row names the keys. The options scroll between two marks.
local function question_in(top, last)
  local keys = top and inside(last - 1) or ""
  local is_typed = keys:find("^%s*Enter to submit .*Esc to cancel") ~= nil
  if not is_typed and not keys:find("^%s*Enter to select .* Esc to cancel") then return nil end
  local final, done = end_of_answers(last)
  local list, above = dialogs.answers_above(final - 1, answer_in, describes)
  if not list then return nil end
  local words = {}
  for at = above, top + 1, -1 do
    local row = inside(at)
    if words[1] and row == "" then break end
    if row ~= "" and row ~= "▲" then table.insert(words, 1, row) end
  end
  for _, option in ipairs(list) do
    option.meaning = not_ticked[option.label] or is_typed and option.selected and "tell" or nil
  end
  list[#list + 1] = done
  local heading = inside(top + 1)
  return dialogs.panel(list, {
    title_row = top + 1, last = last, whole = true, heading = heading,
    question = text.squeeze(table.concat(words, " ")),
    several = list[1].checked ~= nil or nil,
    scrolls = true,
    -- Several questions have their headers there. No intent submits the answers to them.
    tabs = heading ~= "Answer Questions" and { { label = heading, submits = true } } or nil,
  })
end

-- Whether the box at the end of the screen has no lower border yet. It is drawn again now and then.
function panel.is_torn(last) return last > 0 and screen.row(last):find("^ ?│") ~= nil and top_of(last) ~= nil end

function panel.read(last)
  if last < 3 or not is_border(last, "╰", "╯") then return nil end
  local question = question_in(top_of(last), last)
  if question then return question end
  local list, top = dialogs.options_above(last - 1, option_in, is_more), top_of(last)
  if not list then return page_of(top, last) end
  dialogs.mean(list, meanings)
  return dialogs.panel(list, {
    title_row = top and top + 1 or 0,
    heading = top and inside(top + 1) or "",
    whole = top ~= nil,
    last = last,
  })
end

-- Returns the rows of the inner box.
local function inner_box(found)
  local lines
  for at = found.title_row, found.options[1].row - 1 do
    local words = inside(at) or ""
    if not lines and words:find("^╭") then
      lines = {}
    elseif lines and words:find("^╰") then
      return lines
    elseif lines then
      lines[#lines + 1] = words:match("^│ (.-) *│$") or words
    end
  end
end

-- Rows that do not fit are replaced by "... 35 hidden (Ctrl+O) ...".
local function is_shortened(lines)
  for _, line in ipairs(lines) do
    if line:find("%.%.%. .*%d+ .*hidden") then return true end
  end
  return false
end

local function request_of(found)
  local tool = found.heading:match("^%? +(%S+)")
  if found.whole and not tool then return nil end
  local lines = inner_box(found)
  return { tool = tool, summary = lines and table.concat(lines, "\n"), cut = not lines or is_shortened(lines) or nil }
end

panel.rules = dialogs.rules(dialogs.permission(request_of), { "trust the files", "trust this folder" },
  { "authenticate", "sign in", "log in" })

-- Returns the marked command of the menu below the composer.
function panel.menu(current)
  local composer = current.composer
  if not composer then return nil end
  for at = composer.last + 2, screen.last_row() do
    local col = screen.row(at):find("%S")
    local name = screen.row(at):match("^ *([%w:_-]+)")
    if name and screen.style_at(at, col - 1).bg then return "/" .. name end
  end
end

return panel
