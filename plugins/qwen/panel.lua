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

-- Returns a row without the left border of its box. Some dialogs are in a box at column 2 or 3; text of the model is
-- indented further.
local function row_of(at)
  local row = turns.row(at)
  local inner = row:match("^   ?│(.*)$")
  return inner and "  " .. inner or row
end

local function option_in(at)
  local row = row_of(at)
  if row:byte() ~= 32 then return nil end
  local marked = row:find("^ +› ?%d") ~= nil
  local index, label = row:match(marked and "^ +[^ ]+ ?(%d+)%. (%S.*)$" or "^ +(%d+)%. (%S.*)$")
  if not index then return nil end
  return { index = tonumber(index), label = (label:gsub(" %(esc%)$", "")), selected = marked or nil }
end

local function is_more(at)
  local row = row_of(at)
  return row:find("^      +%S") and row
end

local function is_border(at, characters)
  return text.starts(screen.row(at):match("^   ?(%S.*)$") or "", characters) ~= nil
end

local bottoms, tops = { "╰──", "└──" }, { "╭──", "┌──" }

-- Returns the row of the tool above the question: a mark at column 2, or in a box.
local function heading_above(row)
  for at = row, 0, -1 do
    if row_of(at):find("^   ?%? ") then return at end
    if row_of(at):find("^  %S") then return nil end
  end
end

-- Returns the first row with words in the box that ends above a row.
local function title_above(row)
  for at = row, 1, -1 do
    if is_border(at, tops) then return nil end
    if is_border(at - 1, tops) then
      while at < row and not row_of(at):find("%S") do at = at + 1 end
      return at
    end
  end
end

-- Returns a box without numbered options at the end of the screen.
local function page_of(last)
  local title = is_border(last, bottoms) and title_above(last - 1)
  if not title then return nil end
  return { options = {}, title_row = title, heading = text.trim(row_of(title)), last = last }
end

local function answer_in(at)
  local row = row_of(at)
  local marked, box, index, label = row:match("^   (%S*) +(%[[^%]]*%]) (%d+)%. (%S.*)$")
  if not index then marked, index, label = row:match("^   (%S*) +(%d+)%. (%S.*)$") end
  if not index or marked ~= "" and marked ~= "❯" then return nil end
  local tells = label:find("^Type something%.%.%.$") and "tell" or nil
  return {
    index = tonumber(index),
    -- An answer that was given is marked until the next question is drawn.
    label = (label:gsub(" ✓$", "")),
    selected = marked ~= "" or nil,
    -- Space is a part of the words that are typed there.
    checked = box and not tells and box ~= "[ ]",
    meaning = tells,
  }
end

local function describes(at) return row_of(at):match("^        +(%S.*)$") end

-- The keys of a question, and of the page that submits the answers to several.
local keys = { "^   ↑/↓: Navigate | .*Esc: Cancel", "^   ↑/↓: Navigate | ←/→: Switch tabs | Enter: Select" }

-- Returns a question of the model, with the names of the keys in its last row. Several questions have a row of tabs.
local function question_above(row)
  while row > 0 and not row_of(row):find("%S") do row = row - 1 end
  if not row_of(row):find(keys[1]) and not row_of(row):find(keys[2]) then return nil end
  local list, above = dialogs.answers_above(row - 1, answer_in, describes)
  if not list then return nil end
  local words, at = {}, above
  while at > 0 and (not words[1] or row_of(at):find("%S")) do
    if row_of(at):find("%S") then table.insert(words, 1, text.trim(row_of(at))) end
    at = at - 1
  end
  local submits = at > 0 and row_of(at - 1):find("[ ▸] Submit$")
  return dialogs.panel(list, {
    title_row = at + 1, last = row, heading = "", whole = true,
    question = table.concat(words, " "),
    several = list[1].checked ~= nil or nil,
    tabs = submits and { { label = "Submit", submits = true } } or nil,
  })
end

function panel.read(last)
  if last < 4 then return nil end
  local waits = screen.row(last):find("^  [^ ]+ Waiting for user confirmation") ~= nil
  local question = waits and question_above(last - 1)
  if question then return question end
  local list = dialogs.options_above(waits and last - 1 or last, option_in, is_more)
  if not list then return page_of(last) end
  dialogs.mean(list, meanings)
  local heading = heading_above(list[1].row - 1)
  local title = heading or title_above(list[1].row - 1) or 0
  local rows = {}
  for at = title, list[1].row - 1 do rows[#rows + 1] = row_of(at) end
  return dialogs.panel(list, {
    title_row = title,
    body = text.trim(table.concat(rows, "\n")),
    heading = heading and text.trim(row_of(heading)) or "",
    whole = heading ~= nil,
    waits = waits,
    -- The row that says so may not be drawn yet, or no longer.
    unknown = not waits or nil,
    -- The last row of the screen is a spinner.
    last = list[#list].row,
  })
end

-- The heading repeats the command, which may have blank rows, and ends with a description. Returns the first row of the
-- command below it, or the one below the heading if the two differ.
local function body_below(title, last)
  local heading = row_of(title):gsub("^%s*%?%s+%S+", ""):gsub("←%s*$", ""):gsub("%s", "")
  local words = {}
  for at = title + 1, last do words[at] = row_of(at):gsub("%s", "") end
  for at = title + 1, last - 1 do
    local body = words[at] == "" and table.concat(words, "", at + 1, last) or ""
    local above = body ~= "" and heading .. table.concat(words, "", title + 1, at - 1)
    if above and #body <= #above then return text.starts(above, body) and at + 1 or title + 1 end
  end
  return title + 1
end

-- Returns the rows between the heading and the question, without their indent.
local function request_of(found)
  if not found.waits then return nil end
  local last = found.options[1].row - 1
  while last > found.title_row and not row_of(last):find("%S") do last = last - 1 end
  local lines, shortened = {}, false
  for at = body_below(found.title_row, last - 1), last - 1 do
    local row = row_of(at):gsub("^     ", "")
    if row:find("%S") or lines[1] then lines[#lines + 1] = row end
    shortened = shortened or row:find("%.%.%. .*%d+ .*hidden") ~= nil
  end
  while lines[#lines] and not lines[#lines]:find("%S") do lines[#lines] = nil end
  local summary = table.concat(lines, "\n")
  -- A terminal hides what is between some control characters. The question names the programs that run.
  local unseen
  for name in (row_of(last):match("'(.+)'") or ""):gmatch("[^%s,]+") do
    if not summary:find(name, 1, true) then unseen = ("the question is about %s, which is not in the command"):format(name) end
  end
  return { tool = found.heading:match("^%? +(%S+)"), summary = summary, cut = summary == "" or shortened or nil, doubt = unseen }
end

panel.rules = dialogs.rules(dialogs.permission(request_of), { "trust this folder", "trust the files" },
  { "authenticate", "sign in", "select authentication" })

-- A box may be the last thing on a partly drawn screen.
local function open_page(ui)
  local found = ui.panel
  if not found or found.options[1] then return nil end
  return { rows = { found.title_row }, evidence = found.heading, metadata = {}, unknown = true }
end

table.insert(panel.rules, 1, {
  name = "a login without numbered options",
  state = "waiting_for_login",
  when = function(ui)
    local page = open_page(ui)
    if not page or not ui.panel.heading:find("^Connect a Provider") then return { matched = false, why = "no such page" } end
    page.metadata.login = { kind = "provider" }
    return page
  end,
})
table.insert(panel.rules, 2, {
  name = "a page without numbered options",
  state = "local_ui_screen",
  confidence = 0.7,
  when = function(ui)
    local page = open_page(ui)
    if not page then return { matched = false, why = "no box is at the end of the screen" } end
    page.metadata.screen = { title = page.evidence }
    return page
  end,
})

-- Returns the marked command of the menu below the composer.
function panel.menu(current)
  local composer = current.composer
  if not composer then return nil end
  for at = composer.last + 2, screen.last_row() do
    local row = turns.row(at)
    -- A single command has another mark.
    local name = row:match("^ *› */?([%w:_-]+)") or row:match("^ *> */?([%w:_-]+)")
    if name then return "/" .. name end
  end
end

return panel
