-- Dialogs of Qwen Code: numbered options at column 3, of which one is marked, below a question. While one is open there is
-- no composer, and the last row says that it waits.

local identity = require "lib/identity"
local options = require "lib/options"
local turns = require "turns"

local screen, text = ptywright.screen, ptywright.text

local dialogs = {}

local row_of = turns.row

local function meaning(label)
  local words = text.lower(label)
  if text.starts(words, { "yes, allow once", "allow once", "trust folder" }) then return "yes" end
  if text.starts(words, { "always allow", "yes, allow", "trust parent" }) then return "yes_and_remember" end
  if text.starts(words, { "don't trust", "do not trust" }) then return "no" end
  return options.meaning(label)
end

local function option_in(at)
  local row = row_of(at)
  local marked = row:find("^ +› ?%d") ~= nil or row:find("^ +● ?%d") ~= nil
  local index, label = row:match(marked and "^ +[^ ]+ ?(%d+)%. (%S.*)$" or "^ +(%d+)%. (%S.*)$")
  if not index then return nil end
  label = label:gsub(" %(esc%)$", "")
  return { index = tonumber(index), label = label, selected = marked or nil, row = at, meaning = meaning(label) }
end

-- Reads the options above a row. Their numbers count down to 1. A long label continues in the next row.
local function options_above(row)
  local list, wrapped = {}, ""
  for at = row, 0, -1 do
    local found = option_in(at)
    if found and (not list[1] or found.index == list[1].index - 1) then
      found.label = text.squeeze(found.label .. wrapped)
      table.insert(list, 1, found)
      wrapped = ""
      if found.index == 1 then return list end
    elseif row_of(at):find("^      +%S") then
      wrapped = " " .. text.trim(row_of(at)) .. wrapped
    elseif list[1] and row_of(at) ~= "" then
      return nil
    end
  end
end

-- Returns the row of the tool above the question: a mark at column 2.
local function heading_above(row)
  for at = row, 0, -1 do
    if row_of(at):find("^  %? ") then return at end
    if row_of(at):find("^  %S") then return nil end
  end
end

function dialogs.read(last)
  if last < 4 then return nil end
  local waits = screen.row(last):find("^  [^ ]+ Waiting for user confirmation") ~= nil
  local list = options_above(waits and last - 1 or last)
  if not list then return nil end
  local mark = options.selected(list)
  local heading = heading_above(list[1].row - 1)
  return {
    options = list,
    mark = mark and mark.row,
    title_row = heading or math.max(0, list[1].row - 3),
    heading = heading and text.trim(row_of(heading)) or "",
    whole = heading ~= nil,
    waits = waits,
    -- The last row is a spinner.
    last = list[#list].row,
  }
end

-- Returns the rows between the heading and the question, without their indent, and the row of the question.
local function request_in(panel)
  local last = panel.options[1].row - 1
  while last > panel.title_row and row_of(last) == "" do last = last - 1 end
  local lines = {}
  for at = panel.title_row + 1, last - 1 do lines[#lines + 1] = (row_of(at):gsub("^     ", "")) end
  while lines[#lines] == "" do lines[#lines] = nil end
  while lines[1] == "" do table.remove(lines, 1) end
  return table.concat(lines, "\n"), row_of(last)
end

function dialogs.asks_permission(seen)
  local panel = seen.panel
  if not panel then return { matched = false, why = "no options are at the bottom" } end
  local yes = options.by_meaning(panel.options, { "yes" })
  if not yes or not panel.waits then return { matched = false, why = "it is not about a tool" } end
  local summary = request_in(panel)
  local first, final = panel.title_row, panel.options[1].row - 1
  local body = text.trim(screen.text(first, final))
  local tool = panel.heading:match("^%? (%S+)")
  local shortened = summary:find("lines? hidden") or summary:find("%.%.%. .*%d+ .*hidden") or summary:find("^%s*…")
  local cut = not panel.whole or summary == "" or shortened ~= nil or nil
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
        doubt = screen.uncertain(panel.title_row + 1, final) and "a row has characters of disputed width" or nil,
        options = options.metadata(panel.options),
      },
      dialog_id = identity.permission(tool, summary, body),
    },
  }
end

local function about(words, field, kind)
  return function(seen)
    local panel = seen.panel
    if not panel then return { matched = false, why = "no options are at the bottom" } end
    if not text.has(text.lower(screen.text(0, panel.options[1].row - 1)), words) then
      return { matched = false, why = "its text is about something else" }
    end
    return {
      rows = { panel.options[1].row },
      evidence = "the text above the options",
      metadata = {
        [field] = { kind = kind, options = options.metadata(panel.options) },
        dialog_id = identity.of_choices(kind, panel.options),
      },
    }
  end
end

dialogs.asks_trust = about({ "trust this folder", "trust the files" }, "trust", "folder")
dialogs.asks_login = about({ "authenticate", "sign in", "select authentication" }, "login", "menu")

function dialogs.is_page(seen)
  local panel = seen.panel
  if not panel then return { matched = false, why = "no options are at the bottom" } end
  return {
    rows = { panel.options[1].row },
    evidence = "options are at the bottom, and no composer",
    metadata = { screen = { title = panel.heading, options = options.metadata(panel.options) } },
  }
end

-- Returns the marked command of the menu below the composer.
function dialogs.menu(current)
  local composer = current.composer
  if not composer then return nil end
  for at = composer.last + 2, screen.last_row() do
    local name = row_of(at):match("^ *› *([%w:_-]+)") or row_of(at):match("^ *› */([%w:_-]+)")
    if name then return "/" .. name end
  end
end

return dialogs
