-- Verified slash commands: types the name into an empty composer, reads the menu, and presses Enter only when exactly
-- the named command is highlighted. The first row of a menu may be another command with a similar name.
--
-- A plugin gives what lib/prompting needs, and:
-- menu(current): the names of the commands in the menu with their slash, from top to bottom, and the number of the one that
--   Enter would select. At least that one.

local prompting = require "lib/prompting"

local matcher, text = ptywright.matcher, ptywright.text

local commands = {}

local seen_ms = 10000
-- Until then, a menu may still be that of the first letters. One with the whole name does not change any more.
local without_name_ms, with_name_ms = 1000, 60
local most_moves = 20

-- Returns the command with its slash, and its arguments. Returns nil if there is no name.
function commands.parse(ctx, params)
  local given = params.command or params.name
  if type(given) ~= "string" then ctx:fail("command: expected the name of a command") end
  local name, rest = text.trim(given):match("^/?(%S*)%s*(.*)$")
  if name == "" then return nil end
  if not name:find("^[%w][%w_:%.%-]*$") then ctx:fail("command: %q is not a valid command name", name) end
  local arguments = params.arguments or (rest ~= "" and rest) or nil
  if arguments and arguments:find("%c") then ctx:fail("arguments: control characters are not allowed") end
  return "/" .. name, arguments
end

local function place_of(names, name)
  for at, one in ipairs(names) do
    if one == name then return at end
  end
end

-- A condition: the composer holds the text. `in_menu`: and its menu has this name, or will not have it.
local function holds(ctx, agent, draft, in_menu)
  return function()
    local found = agent.composer(ctx)
    if not found or text.visible(found.draft) ~= text.visible(draft) then return false end
    local menu_ms = in_menu and (place_of(agent.menu(agent.read(ctx)), in_menu) and with_name_ms or without_name_ms) or 0
    local rested_ms = math.max(menu_ms, agent.typed_ms or 0)
    return ctx.stable_ms >= rested_ms or ctx:recheck(rested_ms)
  end
end

-- Removes the name, and refuses the command.
local function give_up(ctx, agent, name, composer, names)
  prompting.clear(ctx, agent, composer, 1)
  ctx:fail("there is no command %s: %s", name,
    #names > 0 and "the menu offers " .. table.concat(names, " ") or "the menu is empty")
end

-- Moves the highlight of the menu to the command.
local function highlight(ctx, agent, name)
  for moves = 0, most_moves do
    local current = agent.read(ctx)
    local composer = current.composer
    if not composer or text.visible(composer.draft) ~= text.visible(name) then
      ctx:fail("the composer contains other text than %s", name)
    end
    local names, highlighted = agent.menu(current)
    local place = place_of(names, name)
    if place and place == highlighted then return end
    if not place or moves == most_moves then give_up(ctx, agent, name, composer, names) end
    ctx:press(highlighted < place and "down" or "up")
    ctx:expect(matcher.changed(), { why = "the next row of the menu" })
  end
end

-- Runs a command through an empty composer.
function commands.run(ctx, agent, name, arguments)
  ctx:type(name)
  ctx:expect(holds(ctx, agent, name, name), { why = "the command and its menu", within = seen_ms })
  highlight(ctx, agent, name)
  -- Enter runs the highlighted command. With arguments the menu closes, and Enter sends the line.
  if arguments then
    ctx:type(" " .. arguments)
    ctx:expect(holds(ctx, agent, name .. " " .. arguments), { why = "the arguments", within = seen_ms })
  end
  local words = (name .. (arguments or "")):gsub("%s+", "")
  ctx:press("enter")
  ctx:expect(prompting.left(ctx, agent, words), { why = "that the command has left the composer", within = seen_ms })
end

return commands
