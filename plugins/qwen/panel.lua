-- Dialogs of Qwen Code: numbered options, of which one is marked, below a question. While one is open there is no
-- composer, and the last row says that it waits.

local dialogs = require "lib/dialogs"
local turns = require "turns"

local screen, text = ptywright.screen, ptywright.text

local panel = {}

local meanings = {
  { "yes", { "yes, allow once", "allow once", "trust folder" } },
  { "yes_and_remember", { "always allow", "yes, allow", "trust parent" } },
  { "no", { "don't trust", "do not trust" } },
}

local function option_in(at)
  local row = turns.row(at)
  local marked = row:find("^ +› ?%d") ~= nil
  local index, label = row:match(marked and "^ +[^ ]+ ?(%d+)%. (%S.*)$" or "^ +(%d+)%. (%S.*)$")
  if not index then return nil end
  return { index = tonumber(index), label = (label:gsub(" %(esc%)$", "")), selected = marked or nil }
end

local function is_more(at) return turns.row(at):find("^      +%S") ~= nil end

-- Returns the row of the tool above the question: a mark at column 2.
local function heading_above(row)
  for at = row, 0, -1 do
    if turns.row(at):find("^  %? ") then return at end
    if turns.row(at):find("^  %S") then return nil end
  end
end

function panel.read(last)
  if last < 4 then return nil end
  local waits = screen.row(last):find("^  [^ ]+ Waiting for user confirmation") ~= nil
  local list = dialogs.options_above(waits and last - 1 or last, option_in, is_more)
  if not list then return nil end
  dialogs.mean(list, meanings)
  local heading = heading_above(list[1].row - 1)
  return dialogs.panel(list, {
    title_row = heading or 0,
    heading = heading and text.trim(turns.row(heading)) or "",
    whole = heading ~= nil,
    waits = waits,
    -- The last row of the screen is a spinner.
    last = list[#list].row,
  })
end

-- Returns the rows between the heading and the question, without their indent.
local function request_of(found)
  if not found.waits then return nil end
  local last = found.options[1].row - 1
  while last > found.title_row and turns.row(last) == "" do last = last - 1 end
  local lines, shortened = {}, false
  for at = found.title_row + 1, last - 1 do
    local row = turns.row(at):gsub("^     ", "")
    if row ~= "" or lines[1] then lines[#lines + 1] = row end
    shortened = shortened or row:find("%.%.%. .*%d+ .*hidden") ~= nil
  end
  while lines[#lines] == "" do lines[#lines] = nil end
  local summary = table.concat(lines, "\n")
  return { tool = found.heading:match("^%? (%S+)"), summary = summary, cut = summary == "" or shortened or nil }
end

panel.rules = dialogs.rules(dialogs.permission(request_of), { "trust this folder", "trust the files" },
  { "authenticate", "sign in", "select authentication" })

-- Returns the marked command of the menu below the composer.
function panel.menu(current)
  local composer = current.composer
  if not composer then return nil end
  for at = composer.last + 2, screen.last_row() do
    local name = turns.row(at):match("^ *› */?([%w:_-]+)")
    if name then return "/" .. name end
  end
end

return panel
