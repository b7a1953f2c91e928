-- Dialogs of Gemini CLI: a box over the full width with numbered options, of which one has a dot. The text of the model
-- is indented, so it never has a box at column 0.

local identity = require "lib/identity"
local options = require "lib/options"

local screen, text = ptywright.screen, ptywright.text

local dialogs = {}

local function inside(row) return screen.row(row):match("^│ (.-) *│$") end

-- "Allow once" is a plain Yes.
local function meaning(label)
  local words = text.lower(label)
  if text.starts(words, { "allow once", "yes, allow once" }) or words == "allow" then return "yes" end
  if text.starts(words, "allow") or text.starts(words, "yes, allow") then return "yes_and_remember" end
  if text.starts(words, { "modify", "suggest" }) then return "tell" end
  if text.starts(words, { "trust folder", "trust parent" }) then return text.starts(words, "trust folder") and "yes" or "yes_and_remember" end
  if text.starts(words, { "don't trust", "do not trust" }) then return "no" end
  return options.meaning(label)
end

local function option_in(row)
  local words = inside(row)
  if not words then return nil end
  local marked = words:find("^[●❯›] ?%d") ~= nil or words:find("^●") ~= nil
  local index, label = words:match("^%s*(%d+)%. (%S.*)$")
  if marked then index, label = words:match("(%d+)%. (%S.*)$") end
  if not index then return nil end
  label = label:gsub(" %(esc%)$", "")
  return { index = tonumber(index), label = label, selected = marked or nil, row = row, meaning = meaning(label) }
end

-- Reads the options above a row. Their numbers count down to 1.
local function options_above(row)
  local list = {}
  for at = row, 0, -1 do
    local found = option_in(at)
    if found and (not list[1] or found.index == list[1].index - 1) then
      table.insert(list, 1, found)
      if found.index == 1 then return list end
    elseif list[1] then
      return nil
    end
  end
end

local function is_border(row, left, right)
  local words = screen.row(row) or ""
  return words:sub(1, #left) == left and words:sub(-#right) == right and (utf8.len(words) or 0) >= screen.size().cols - 1
end

-- Returns the row of the upper border of the box that ends in a row.
local function top_of(bottom)
  for at = bottom - 1, 0, -1 do
    if is_border(at, "╭", "╮") then return at end
    if not screen.row(at):find("^│") then return nil end
  end
end

function dialogs.read(_, last)
  if last < 3 or not is_border(last, "╰", "╯") then return nil end
  local list = options_above(last - 1)
  if not list then return nil end
  local top, mark = top_of(last), options.selected(list)
  return {
    options = list,
    mark = mark and mark.row,
    title_row = top and top + 1 or list[1].row,
    heading = top and inside(top + 1) or "",
    whole = top ~= nil,
    last = last,
  }
end

-- Returns the rows of the inner box, and the row below it.
local function inner_box(panel)
  local lines, from
  for at = panel.title_row, panel.options[1].row - 1 do
    local words = inside(at) or ""
    if not lines and words:find("^╭") then
      lines, from = {}, at
    elseif lines and words:find("^╰") then
      return lines, from, at
    elseif lines then
      lines[#lines + 1] = words:match("^│ (.-) *│$") or words
    end
  end
  return nil
end

local function is_shortened(panel)
  for at = panel.title_row, panel.options[1].row - 1 do
    if (inside(at) or ""):find("%.%.%. .*%d+ .*hidden") then return true end
  end
  return false
end

local function tool_of(heading) return heading:match("^%? +(%S+)") end

function dialogs.asks_permission(seen)
  local panel = seen.panel
  if not panel then return { matched = false, why = "no box with options is at the bottom" } end
  local tool = tool_of(panel.heading)
  local yes = options.by_meaning(panel.options, { "yes" })
  if not yes or panel.whole and not tool then return { matched = false, why = "it is not about a tool" } end
  local first, final = panel.title_row, panel.options[1].row - 1
  local lines = inner_box(panel)
  local body = text.trim(screen.text(first, final))
  local cut = not panel.whole or not lines or is_shortened(panel) or nil
  local summary = lines and table.concat(lines, "\n") or nil
  return {
    rows = { first },
    evidence = panel.heading,
    metadata = {
      permission = {
        tool = tool,
        title = panel.whole and panel.heading or nil,
        summary = not cut and summary or nil,
        body = body,
        cut = cut,
        doubt = screen.uncertain(first, final) and "a row has characters of disputed width" or nil,
        options = options.metadata(panel.options),
      },
      dialog_id = identity.permission(tool, summary, body),
    },
  }
end

local function about(words, field, kind)
  return function(seen)
    local panel = seen.panel
    if not panel then return { matched = false, why = "no box with options is at the bottom" } end
    local body = text.lower(screen.text(panel.title_row, panel.options[1].row - 1))
    if not text.has(body, words) then return { matched = false, why = "its text is about something else" } end
    return {
      rows = { panel.title_row },
      evidence = "the text of the box",
      metadata = {
        [field] = { kind = kind, options = options.metadata(panel.options) },
        dialog_id = identity.of_choices(kind, panel.options),
      },
    }
  end
end

dialogs.asks_trust = about({ "trust the files in this folder", "trust this folder" }, "trust", "folder")
dialogs.asks_login = about({ "authenticate", "sign in", "log in" }, "login", "menu")

function dialogs.is_page(seen)
  local panel = seen.panel
  if not panel then return { matched = false, why = "no box with options is at the bottom" } end
  return {
    rows = { panel.title_row },
    evidence = "a box with options is at the bottom",
    metadata = { screen = { title = panel.heading, options = options.metadata(panel.options) } },
  }
end

-- Returns the marked command of the menu below the composer.
function dialogs.menu(current)
  local composer = current.composer
  if not composer then return nil end
  local last = screen.last_row()
  for at = composer.last + 2, last do
    local col = screen.row(at):find("%S")
    local name = screen.row(at):match("^ *([%w:_-]+)")
    if name and col and screen.style_at(at, col - 1).bg then return "/" .. name end
  end
end

return dialogs
