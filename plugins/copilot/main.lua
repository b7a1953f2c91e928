-- GitHub Copilot. It uses the whole screen: at the bottom is the composer with a row below it, or a dialog in a box. While
-- a turn is running, the last row has a moving circle.
--
-- What differs between versions, and where it was seen:
--   the composer and the prompts have lines and carets instead of bars: 1.0.75. Later versions do that without colors.
--   the last row names no mode but plan and autopilot, in lower case: 1.0.75, 1.0.88.

local adapter = require "lib/adapter"
local dialogs = require "dialogs"
local turns = require "turns"

local screen, text = ptywright.screen, ptywright.text

local circles = { " ◉ ", " ◎ ", " ○ ", " ● " }

-- The edges of a composer, and what its first row and the others begin with.
local bars = { top = "^╻▄▄▄", bottom = "^╹▀▀▀", caret = "^┃ ?", indent = "^┃ ?" }
local lines = { top = "^───", bottom = "^───", caret = "^❯ ?", indent = "^  " }

-- Returns the words in a row of the composer. Behind the cursor may be a hint in a color, such as the arguments of a
-- command.
local function typed_in(row, cursor, opening)
  local typed = screen.row(row)
  if row == cursor.row then
    local parts = {}
    for _, run in ipairs(screen.runs(row)) do
      if run.col < cursor.col or not run.fg then parts[#parts + 1] = run.text end
    end
    typed = table.concat(parts):gsub("%s+$", "")
  end
  return (typed:gsub(opening, ""))
end

-- Returns the first row of the composer above its lower edge, and its frame.
local function first_row(edge)
  local frame = screen.row(edge):find(bars.bottom) and bars or lines
  if not screen.row(edge):find(frame.bottom) then return nil end
  for row = edge - 1, 1, -1 do
    local line = screen.row(row)
    if screen.row(row - 1):find(frame.top) then return line:find(frame.caret) and row, frame end
    if line ~= "" and not line:find(frame.indent) then return nil end
  end
end

-- Returns the composer that has the cursor. Its lower edge is above the last row.
local function composer_of(ctx)
  local edge = ctx.size.rows - 2
  local first, frame = first_row(edge)
  local cursor = ctx.screen_cursor
  if not first or not cursor.visible or cursor.row < first or cursor.row >= edge then return nil end
  local typed = { typed_in(first, cursor, frame.caret) }
  for row = first + 1, edge - 1 do typed[#typed + 1] = typed_in(row, cursor, frame.indent) end
  local draft = table.concat(typed, "\n")
  local hint = screen.style_at(first, 2).dim == true
  return {
    first = first,
    last = edge - 1,
    draft = hint and "" or draft,
    empty = hint or not draft:find("%S"),
    footer = screen.row(edge + 1),
  }
end

-- Earlier versions do not name the first mode.
local function mode_in(footer)
  for part in footer:gmatch("[^·]+") do
    local word = text.lower(text.trim(part))
    if word == "plan" or word == "autopilot" then return word end
  end
  return "interactive"
end

-- Returns a page such as that of the models: it has no composer, and its last row ends with the key that closes it.
local function page_of(ctx)
  local last = ctx.size.rows - 1
  if not screen.row(last):find("^ .*esc to %a+$") then return nil end
  for row = last, 1, -1 do
    if screen.row(row - 1):find("^───") then
      return { kind = "page", options = {}, title_row = row, last = last, title = text.trim(screen.row(row)) }
    end
  end
end

local function see(ctx)
  local panel = dialogs.read(ctx) or dialogs.read_question(ctx)
  local composer = not panel and composer_of(ctx) or nil
  if not panel and not composer then panel = page_of(ctx) end
  local footer = composer and composer.footer or ""
  local loads = footer == "" or footer:find("^ %S+ Loading") ~= nil
  local busy = not loads and text.has(footer, circles)
  -- Above the composer is the row of the folder. The first rows name the pages.
  local turn, tools, queued
  if composer then turn, tools, queued = turns.read(composer.first - 3, 2, busy) end
  return {
    panel = panel,
    composer = composer,
    begun = composer and not loads,
    busy = busy,
    mode = composer and not loads and not busy and mode_in(footer) or nil,
    -- A missing login is named above the row of the folder.
    login = composer and screen.row(composer.first - 3):find("^Please use /login ") and composer.first - 3 or nil,
    turn = turn,
    tools = tools,
    queued = queued,
    -- The last row shows the end before the message that a turn was cancelled is drawn.
    end_ms = 500,
  }
end

local rules = {
  { name = "a question about a tool", state = "waiting_for_permission", when = dialogs.asks_permission },
  { name = "a question of the model", state = "waiting_for_user_input", when = dialogs.asks_user },
  { name = "a question about the folder", state = "waiting_for_trust", when = dialogs.asks_trust },
  {
    name = "a missing login",
    state = "waiting_for_login",
    when = function(ui)
      if not ui.login then return { matched = false, why = "no row above the composer asks for a login" } end
      return { rows = { ui.login }, evidence = screen.row(ui.login), metadata = { login = { kind = "command" } } }
    end,
  },
  {
    name = "another dialog",
    state = "local_ui_screen",
    confidence = 0.7,
    when = function(ui)
      local panel = ui.panel
      if not panel then return { matched = false, why = "neither a box nor a page is at the bottom" } end
      return { rows = { panel.title_row }, evidence = panel.title, metadata = { screen = { title = panel.title } } }
    end,
  },
}

-- Returns the marked command of the menu above the composer.
local function menu(current)
  local composer = current.composer
  for row = (composer and composer.first or 0) - 2, 0, -1 do
    local line = screen.row(row)
    -- The part of the scroll bar that moves is wider.
    local name = line:gsub("^█", "┃"):match("^┃ ❯ (/%S+)")
    if name then return name end
    if not text.starts(line, { "┃", "█" }) then return nil end
  end
end

return adapter.new {
  describe = {
    program = "Copilot",
    states = {
      "starting", "ready", "thinking", "completed_turn", "error", "waiting_for_permission", "waiting_for_trust",
      "waiting_for_user_input", "waiting_for_login", "local_ui_screen",
    },
    intents = {
      "send_prompt", "steer", "set_mode", "approve",
      { name = "deny", description = "Press Escape in a dialog. The turn ends." },
      "choose_option", "answer_question", "approve_trust", "deny_trust", "cancel", "clear_draft", "slash_command",
    },
    modes = {
      { id = "interactive", name = "Interactive" },
      { id = "plan", name = "Plan" },
      { id = "autopilot", name = "Autopilot" },
    },
    tools = { shell = "execute", create = "edit", edit = "edit", read = "read", search = "search", ask_user = "other" },
    hides = "control characters and terminal sequences",
  },
  see = see,
  rules = rules,
  menu = menu,
  -- Press Escape twice within 500 ms; the hint for it is not always shown.
  interrupts = { { "escape", "escape" } },
  clear = { "ctrl+u", "ctrl+c" },
  folded = "^%[Paste#%d+%-%d+%a+%]$",
  typed_ms = 250,
  words = "^%s*[/!]",
  steers = true,
  tick = "space",
  accepts = "enter",
}
