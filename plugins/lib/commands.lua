-- Verified slash commands: types the name into an empty composer, reads the menu, and presses Enter only when exactly
-- the named command is highlighted. The first row of a menu may be another command with a similar name.
--
-- A plugin gives what lib/prompting needs, and:
-- menu(current, name): { exact (row of the named command), highlighted (row that Enter would select), names } of the menu.

local prompting = require "lib/prompting"

local action, matcher, text = ptywright.action, ptywright.matcher, ptywright.text

local commands = {}

local seen_ms = 10000
-- A menu that is not drawn by then will not appear, and one that is drawn does not change any more.
local without_menu_ms, with_menu_ms = 500, 60
local most_moves = 20
-- Keys that arrive together could be taken for a paste.
local between_keys_ms = 15

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

-- A condition: the composer holds the text, and its menu is visible or will not appear.
local function holds(ctx, agent, draft, name)
  return function()
    local found = agent.composer(ctx)
    if not found or text.squeeze(found.draft) ~= text.squeeze(draft) then return false end
    if not name then return true end
    local rested_ms = #agent.menu(agent.read(ctx), name).names == 0 and without_menu_ms or with_menu_ms
    return ctx.stable_ms >= rested_ms or ctx:recheck(rested_ms)
  end
end

-- Removes the name, and refuses the command.
local function give_up(ctx, agent, name, composer, menu)
  local offered = #menu.names > 0 and "the menu offers " .. table.concat(menu.names, " ") or "the menu is empty"
  local chords = {}
  for _ = 1, utf8.len(composer.draft) or #composer.draft do chords[#chords + 1] = "backspace" end
  ctx:send(action.keys { chords = chords, delay_ms = between_keys_ms })
  ctx:expect(prompting.changed(ctx, agent, composer), { why = "the empty composer", within = seen_ms, fresh = false })
  ctx:fail("there is no command %s: %s", name, offered)
end

-- Moves the highlight of the menu to the row of the command.
local function highlight(ctx, agent, name)
  for moves = 0, most_moves do
    local current = agent.read(ctx)
    local composer = current.composer
    if not composer or text.trim(composer.draft) ~= name then
      ctx:fail("the composer contains other text than %s", name)
    end
    local menu = agent.menu(current, name)
    if menu.exact and menu.exact == menu.highlighted then return end
    if not menu.exact or moves == most_moves then give_up(ctx, agent, name, composer, menu) end
    ctx:press(menu.highlighted < menu.exact and "down" or "up")
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
