-- Runs slash commands: exactly the named one, or none. Reads the menu before it sends anything, because the first row
-- may be another command with a similar name.

local acting = require "acting"
local state = require "state"
local turns = require "turns"
local vim = require "vim"

local action, screen, text = ptywright.action, ptywright.screen, ptywright.text

local commands = {}

local seen_ms = 10000
local sent_ms = 10000
local operation = {}

local function name_of(params)
  local given = params.command or params.name
  if type(given) ~= "string" then acting.refuse("command: expected the name of a command") end
  local name, rest = text.trim(given):match("^/?(%S*)%s*(.*)$")
  if name == "" then return nil end
  if not name:find("^[%w][%w_:%.%-]*$") then acting.refuse("command: %q is not a valid command name", name) end
  local arguments = params.arguments or (rest ~= "" and rest) or nil
  if arguments and arguments:find("%c") then acting.refuse("arguments: control characters are not allowed") end
  return "/" .. name, arguments
end

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

local function colour_of(view, row)
  local col = view:row(row):find("/", 1, true)
  return tostring(screen.style_at(row, math.max(0, (utf8.len(view:row(row):sub(1, col)) or 1) - 1)).fg)
end

-- Returns the row that Enter would select: the marked row, else the row with a different colour, else the first.
local function highlighted(view, rows)
  for _, row in ipairs(rows) do
    if view:row(row):find("❯", 1, true) then return row end
  end
  if #rows < 3 then return rows[1] end
  local first, second, last = colour_of(view, rows[1]), colour_of(view, rows[2]), colour_of(view, rows[#rows])
  if first ~= second then return second == last and rows[1] or rows[2] end
  for at = 3, #rows do
    if colour_of(view, rows[at]) ~= first then return rows[at] end
  end
  return rows[1]
end

-- Returns { exact (row), highlighted (row), names }.
local function menu_of(view, found)
  local rows = rows_of_menu(view, found)
  local menu = { names = {}, highlighted = highlighted(view, rows) }
  for at, row in ipairs(rows) do
    menu.names[at] = item_in(view, row)
    if menu.names[at] == operation.name then menu.exact = row end
  end
  return menu
end

-- Running a command

local free = { ready = true, completed_turn = true, error = true, waiting_for_login = true, thinking = true }

function commands.run(params, ctx)
  operation.name, operation.arguments = name_of(params)
  if not operation.name then return {} end
  operation.moves = 0
  vim.begin()
  turns.replace_prompt()
  return commands.prepare(params, ctx)
end

function commands.prepare(_, ctx)
  local current = acting.read(ctx)
  local found = current.composer
  if not found or not free[current.reported.state] then
    acting.refuse("the composer is not free: the state is %s", current.reported.state)
  end
  local taking = vim.take_back(current, "_prepare_command")
  if taking then return taking end
  if found.draft ~= "" or found.kind ~= "prompt" then
    acting.refuse("a draft is in the composer: clear_draft, or send it, before a command")
  end
  local typing = vim.to_insert(current, "_prepare_command")
  if typing then return typing end
  local there = acting.sees("menu_shows", { draft = operation.name })
  return {
    actions = { acting.expecting(action.text(operation.name), there, "the command and its menu", seen_ms) },
    next = "_pick_command",
  }
end

local function give_up(found, menu)
  local offered = #menu.names > 0 and "the menu offers " .. table.concat(menu.names, " ") or "the menu is empty"
  operation.problem = ("there is no command %s: %s"):format(operation.name, offered)
  local chords = {}
  for _ = 1, utf8.len(found.draft) or #found.draft do chords[#chords + 1] = "backspace" end
  local gone = acting.sees("draft_changed", { words = found.draft, kind = found.kind })
  local step = acting.expecting(action.keys { chords = chords, delay_ms = 15 }, gone, "the empty composer", seen_ms)
  step.fresh = false
  return { actions = { step }, next = "_no_command" }
end

function commands.none() acting.refuse("%s", operation.problem) end

local function sending()
  local left = acting.sees("draft_left", { words = (operation.name .. (operation.arguments or "")):gsub("%s+", "") })
  return acting.expecting(action.key("enter"), left, "that the command has left the composer", sent_ms)
end

-- The named command is highlighted, so Enter runs it. With arguments the menu closes, and Enter sends the line.
local function picked()
  if not operation.arguments then return { actions = { sending() }, last_intent = "" } end
  local there = acting.sees("menu_shows", { draft = operation.name .. " " .. operation.arguments, any = true })
  local words = acting.expecting(action.text(" " .. operation.arguments), there, "the arguments", seen_ms)
  return { actions = { words, sending() }, last_intent = "" }
end

function commands.pick(_, ctx)
  local current = acting.read(ctx)
  local found = current.composer
  if not found or text.trim(found.draft) ~= operation.name then
    acting.refuse("the composer contains other text than %s", operation.name)
  end
  local menu = menu_of(current.seen.view, found)
  if not menu.exact then return give_up(found, menu) end
  if menu.exact == menu.highlighted then return picked() end
  operation.moves = operation.moves + 1
  if operation.moves > 20 then return give_up(found, menu) end
  local step = action.key(menu.highlighted < menu.exact and "down" or "up")
  return {
    actions = { acting.expecting(step, ptywright.matcher.changed(), "the next row of the menu") },
    next = "_pick_command",
  }
end

-- Predicate: the composer holds the command, and its menu is visible or will not appear.
function commands.menu_shows(ctx)
  local seen = state.see(ctx)
  local view, found = seen.view, seen.composer
  if not found or text.squeeze(found.draft) ~= text.squeeze(ctx.params.draft) then return false end
  if ctx.params.any then return true end
  local rows = rows_of_menu(view, found)
  if #rows == 0 then return { matched = ctx.stable_ms >= 500, recheck_ms = 500 } end
  return { matched = ctx.stable_ms >= 60, recheck_ms = 60 }
end

return commands
