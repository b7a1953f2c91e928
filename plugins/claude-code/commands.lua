-- Runs slash commands: exactly the named one, or none. Reads the menu before it sends anything, because the first row
-- may be another command with a similar name.

local acting = require "acting"
local prompting = require "lib/prompting"
local state = require "state"
local turns = require "turns"
local vim = require "vim"

local action, matcher, screen, text = ptywright.action, ptywright.matcher, ptywright.screen, ptywright.text

local commands = {}

local seen_ms = 10000
local most_moves = 20

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
local function menu_of(view, found, name)
  local rows = rows_of_menu(view, found)
  local menu = { names = {}, highlighted = highlighted(view, rows) }
  for at, row in ipairs(rows) do
    menu.names[at] = item_in(view, row)
    if menu.names[at] == name then menu.exact = row end
  end
  return menu
end

-- A condition: the composer holds the text, and its menu is visible or will not appear.
local function shows_menu(ctx, draft, without_menu)
  local seen = state.see(ctx)
  local found = seen.composer
  if not found or text.squeeze(found.draft) ~= text.squeeze(draft) then return false end
  if without_menu then return true end
  local rested_ms = #rows_of_menu(seen.view, found) == 0 and 500 or 60
  return ctx.stable_ms >= rested_ms or ctx:recheck(rested_ms)
end

-- Running a command

local free = { ready = true, completed_turn = true, error = true, waiting_for_login = true, thinking = true }

-- Types the name into the empty composer.
local function type_name(ctx, name)
  local keys = vim.begin()
  while true do
    local current = acting.read(ctx)
    local found = current.composer
    if not found or not free[current.state] then
      acting.refuse("the composer is not free: the state is %s", current.state)
    end
    if not vim.take_back(ctx, keys, current) then
      if not prompting.is_empty(found) then
        acting.refuse("a draft is in the composer: clear_draft, or send it, before a command")
      end
      if not vim.to_insert(ctx, keys, current) then break end
    end
  end
  ctx:type(name)
  ctx:expect(function() return shows_menu(ctx, name) end, { why = "the command and its menu", within = seen_ms })
end

-- Removes the name, and refuses the command.
local function give_up(ctx, name, found, menu)
  local offered = #menu.names > 0 and "the menu offers " .. table.concat(menu.names, " ") or "the menu is empty"
  local chords = {}
  for _ = 1, utf8.len(found.draft) or #found.draft do chords[#chords + 1] = "backspace" end
  ctx:send(action.keys { chords = chords, delay_ms = 15 })
  ctx:expect(prompting.changed(ctx, acting.agent, found),
    { why = "the empty composer", within = seen_ms, fresh = false })
  acting.refuse("there is no command %s: %s", name, offered)
end

-- Moves the highlight of the menu to the row of the command.
local function highlight(ctx, name)
  for moves = 0, most_moves do
    local current = acting.read(ctx)
    local found = current.composer
    if not found or text.trim(found.draft) ~= name then
      acting.refuse("the composer contains other text than %s", name)
    end
    local menu = menu_of(current.seen.view, found, name)
    if menu.exact and menu.exact == menu.highlighted then return end
    if not menu.exact or moves == most_moves then give_up(ctx, name, found, menu) end
    ctx:press(menu.highlighted < menu.exact and "down" or "up")
    ctx:expect(matcher.changed(), { why = "the next row of the menu" })
  end
end

function commands.run(params, ctx)
  local name, arguments = name_of(params)
  if not name then return end
  turns.replace_prompt()
  type_name(ctx, name)
  highlight(ctx, name)
  -- Enter runs the highlighted command. With arguments the menu closes, and Enter sends the line.
  if arguments then
    ctx:type(" " .. arguments)
    ctx:expect(function() return shows_menu(ctx, name .. " " .. arguments, true) end,
      { why = "the arguments", within = seen_ms })
  end
  ctx:press("enter")
  local words = (name .. (arguments or "")):gsub("%s+", "")
  ctx:expect(prompting.left(ctx, acting.agent, words),
    { why = "that the command has left the composer", within = seen_ms })
  return { last_intent = "" }
end

return commands
