-- Runs slash commands: exactly the named one, or none.

local acting = require "acting"
local lib = require "lib/commands"
local turns = require "turns"
local vim = require "vim"

local screen = ptywright.screen

local commands = {}

-- The menu. A row with more indent continues the description of a command.
local most_indent = 4

local function item_in(view, row)
  local indent, name = view:row(row):gsub("❯", " ", 1):match("^( *)(/%S+)")
  return name and #indent <= most_indent and name or nil
end

-- Later versions open the menu above the composer, earlier ones below it.
local function rows_of_menu(view, found)
  local rows = {}
  for at = found.bottom + 1, view.last do
    if item_in(view, at) then rows[#rows + 1] = at end
  end
  if #rows > 0 then return rows end
  for at = found.plain and found.top or found.top - 1, 0, -1 do
    if not view:row(at):find(found.plain and "^/" or "^  ") and not (found.plain and view:blank(at)) then break end
    if item_in(view, at) then table.insert(rows, 1, at) end
  end
  return rows
end

-- Returns the number of the row that Enter would select: the marked one, else the one with another colour, else the first.
local function highlighted(view, rows)
  local colours, counts = {}, {}
  for at, row in ipairs(rows) do
    if view:row(row):find("❯", 1, true) then return at end
    local colour = tostring(screen.style_at(row, view:row(row):find("/", 1, true) - 1).fg)
    colours[at], counts[colour] = colour, (counts[colour] or 0) + 1
  end
  for at, colour in ipairs(#rows > 2 and colours or {}) do
    if counts[colour] == 1 then return at end
  end
  return 1
end

-- Returns the names in the menu, and the number of the one that Enter would select.
function acting.agent.menu(current)
  local view, names = current.seen.view, {}
  local rows = rows_of_menu(view, current.composer)
  for at, row in ipairs(rows) do names[at] = item_in(view, row) end
  return names, highlighted(view, rows)
end

local free = { ready = true, completed_turn = true, error = true, waiting_for_login = true, thinking = true }

local function empty_composer(ctx, has_asked)
  local current = acting.with_composer(ctx)
  if not free[current.state] then ctx:fail("the composer is not free: the state is %s", current.state) end
  if not has_asked and not current.composer.empty then
    ctx:fail("a draft is in the composer: clear_draft, or send it, before a command")
  end
  return current
end

function commands.slash_command(params, ctx)
  local name, arguments = lib.parse(ctx, params)
  if not name then return end
  turns.replace_prompt()
  vim.insert(ctx, empty_composer)
  lib.run(ctx, acting.agent, name, arguments)
  return { last_intent = "" }
end

return commands
