-- GitHub Copilot. It uses the whole screen: at the bottom is the composer with a row below it, or a dialog in a box. While
-- a turn is running, the last row begins with a moving circle.

local adapter = require "lib/adapter"
local dialogs = require "dialogs"
local turns = require "turns"

local screen, text = ptywright.screen, ptywright.text

local circles = { " ◉ ", " ◎ ", " ○ ", " ● " }

-- Returns the words in a row of the composer. Behind the cursor may be a hint in a color, such as the arguments of a
-- command.
local function typed_in(row, cursor)
  if row ~= cursor.row then return (screen.row(row):gsub("^┃ ?", "")) end
  local parts = {}
  for _, run in ipairs(screen.runs(row)) do
    if run.col < cursor.col or not run.fg then parts[#parts + 1] = run.text end
  end
  return (table.concat(parts):gsub("^┃ ?", ""):gsub("%s+$", ""))
end

-- Returns the composer that has the cursor. Its lower edge is above the last row.
local function composer_of(ctx)
  local edge = ctx.size.rows - 2
  if not screen.row(edge):find("^╹▀▀▀") then return nil end
  local first = edge - 1
  while first > 0 and screen.row(first):find("^┃") do first = first - 1 end
  if not screen.row(first):find("^╻▄▄▄") then return nil end
  first = first + 1
  local cursor = ctx.screen_cursor
  if not cursor.visible or cursor.row < first or cursor.row >= edge then return nil end
  local lines = {}
  for row = first, edge - 1 do lines[#lines + 1] = typed_in(row, cursor) end
  local draft = table.concat(lines, "\n")
  local hint = screen.style_at(first, 2).dim == true
  return {
    first = first,
    last = edge - 1,
    draft = hint and "" or draft,
    empty = hint or not draft:find("%S"),
    footer = screen.row(edge + 1),
  }
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
  return {
    panel = panel,
    composer = composer,
    begun = composer and not loads,
    busy = not loads and text.starts(footer, circles) ~= nil,
    -- A missing login is named above the row of the folder.
    login = composer and screen.row(composer.first - 3):find("^Please use /login ") and composer.first - 3 or nil,
    -- Above the composer is the row of the folder. The first rows name the pages.
    turn = composer and turns.read(composer.first - 3, 2) or nil,
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
    when = function(seen)
      if not seen.login then return { matched = false, why = "no row above the composer asks for a login" } end
      return { rows = { seen.login }, evidence = screen.row(seen.login), metadata = { login = { kind = "command" } } }
    end,
  },
  {
    name = "another dialog",
    state = "local_ui_screen",
    confidence = 0.7,
    when = function(seen)
      local panel = seen.panel
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
    local name = line:match("^┃ ❯ (/%S+)")
    if name then return name end
    if not line:find("^┃") then return nil end
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
      "send_prompt", "approve", { name = "deny", description = "Press Escape in a dialog. The turn ends." },
      "choose_option", "approve_trust", "deny_trust", "cancel", "clear_draft", "slash_command",
    },
    tools = { shell = "execute", create = "edit", edit = "edit" },
    hides = "control characters and terminal sequences",
  },
  see = see,
  rules = rules,
  menu = menu,
  interrupts = { { "escape", "escape" } },
  clear = { "ctrl+u", "ctrl+c" },
  folded = "^%[Paste#%d+%-%d+%a+%]$",
  typed_ms = 250,
  words = "^%s*[/!]",
}
