-- Sends a prompt through the composer of an agent: clears it, pastes the words, reads them back, and presses Enter only
-- while they are there. Never sends words twice.
--
-- A plugin gives the functions that know its program:
-- read(ctx): { state, composer? } of the screen. A composer is { draft, empty, first, last } with its first and last row.
-- clear: the keys that empty the composer, in the order in which they are tried.
-- folded: pattern of the text that replaces a long paste.
-- typed_ms: for how long the words must be unchanged before Enter. Some programs take an Enter in a paste as a line.

local matcher, screen, text = ptywright.matcher, ptywright.screen, ptywright.text

local composer = {}

local ready_ms, pasted_ms, taken_ms = 30000, 10000, 1500
-- A composer that is unchanged for this long holds something else.
local settled_ms = 1000
local most_tries = 6
-- Of a longer draft, only the end is compared.
local most_compared = 400

local free = { ready = true, completed_turn = true, error = true, waiting_for_login = true }
local passing = { starting = true, cancelling = true }

-- Returns the words of a prompt without control characters. Words that begin like a command are refused.
function composer.words(ctx, params, commands)
  local words = params.prompt
  if type(words) ~= "string" or not words:find("%S") then ctx:fail("prompt: expected a text") end
  words = words:gsub("\r\n?", "\n"):gsub("\27%[201~", ""):gsub("[\0-\8\11-\31\127]", ""):gsub("\n+$", "")
  if words:find(commands or "^%s*/") then ctx:fail("the prompt begins like a command of the program, not like words") end
  return words
end

local function bare(words) return text.visible(words) end

-- Whether the composer holds the words. Of a draft that does not fit, only the end is visible.
local function holds(agent, found, words)
  local draft = bare(found.draft)
  if found.empty or draft == "" then return false end
  if draft == words or agent.folded and draft:find(agent.folded) then return true end
  return #draft >= most_compared and words:sub(-#draft) == draft
    or #words > most_compared and #draft > 20 and words:sub(-#draft) == draft
end

local function rows_of(found)
  local rows = {}
  for at = found.first, found.last do rows[#rows + 1] = { row = at, text = screen.row(at) or "" } end
  return rows
end

-- Returns the composer of a program that accepts a prompt. Waits while it starts or a cancelled turn settles.
local function free_composer(ctx, agent)
  ctx:expect(function()
    local current = agent.read(ctx)
    if current.composer and free[current.state] then return true end
    return not passing[current.state] and (not free[current.state] or current.state == "waiting_for_login")
  end, { why = "a composer that accepts a prompt", within = ready_ms })
  local current = agent.read(ctx)
  if not (current.composer and free[current.state]) then
    ctx:fail("no prompt can be sent: the state is %s", current.state)
  end
  return current.composer
end

local function clear(ctx, agent)
  for try = 1, most_tries do
    local found = free_composer(ctx, agent)
    if found.empty then return end
    local draft = found.draft
    ctx:press(agent.clear[(try - 1) % #agent.clear + 1])
    ctx:wait({ function()
      local now = agent.read(ctx).composer
      return now and (now.empty or now.draft ~= draft)
    end, matcher.screen_stable(settled_ms) }, { within = pasted_ms, unchanged = rows_of(found) })
  end
  if not free_composer(ctx, agent).empty then ctx:fail("the draft in the composer cannot be cleared") end
end

local function paste(ctx, agent, words)
  local visible = bare(words)
  ctx:paste(words)
  local function there()
    local found = agent.read(ctx).composer
    return found and holds(agent, found, visible)
  end
  local _, why = ctx:wait(there, { within = pasted_ms })
  if why then
    ctx:fail("the composer does not hold the prompt, so it was not sent: %q", (agent.read(ctx).composer or {}).draft)
  end
  ctx:expect(matcher.screen_stable(agent.typed_ms or 100), { within = pasted_ms, why = "a composer at rest" })
  return visible
end

-- Whether the words have left the composer, or a dialog has replaced it.
local function has_left(agent, ctx, visible)
  local current = agent.read(ctx)
  local found = current.composer
  if not found then return not passing[current.state] end
  return found.empty or not holds(agent, found, visible)
end

-- Sends the words. `sent(current)` is called before the first Enter, with the screen that it was pressed on.
function composer.send(ctx, agent, words, sent)
  free_composer(ctx, agent)
  clear(ctx, agent)
  local visible = paste(ctx, agent, words)
  sent(agent.read(ctx))
  for _ = 1, most_tries do
    local found = agent.read(ctx).composer
    if not found or not holds(agent, found, visible) then return end
    ctx:press("enter")
    local left, why = ctx:wait(function() return has_left(agent, ctx, visible) end, {
      within = taken_ms,
      unchanged = rows_of(found),
    })
    if left and not why then return end
  end
  ctx:fail("the prompt is still in the composer: Enter did not send it")
end

-- Types a command, checks that the menu has marked exactly this one, and presses Enter.
-- agent.menu(current): the name in the marked row of the menu of commands, with its slash.
function composer.command(ctx, agent, params)
  local name = params.command or params.name
  if type(name) ~= "string" or not name:find("^/?[%w:_-]+") then ctx:fail("command: expected the name of a command") end
  local line = "/" .. name:gsub("^/", "")
  if params.arguments and params.arguments ~= "" then line = line .. " " .. params.arguments end
  if line:find("%c") then ctx:fail("command: control characters are not allowed") end
  if not free_composer(ctx, agent).empty then ctx:fail("the composer contains a draft: clear it first") end
  local command = line:match("^%S+")
  ctx:type(command)
  local function marked() return agent.menu(agent.read(ctx)) == command end
  if not ctx:wait({ marked, matcher.screen_stable(settled_ms) }, { within = pasted_ms }) or not marked() then
    ctx:press(agent.clear[1])
    ctx:flush()
    ctx:fail("the program has no command %s: nothing was sent", command)
  end
  if line ~= command then ctx:type(line:sub(#command + 1)) end
  ctx:expect(matcher.screen_stable(agent.typed_ms or 100), { within = pasted_ms, why = "a composer at rest" })
  local found = agent.read(ctx).composer
  if not found or bare(found.draft) ~= bare(line) then ctx:fail("the composer does not hold %s", line) end
  ctx:press("enter")
  ctx:expect(function() return has_left(agent, ctx, bare(line)) end, { within = pasted_ms, why = "that the command runs" })
end

return composer
