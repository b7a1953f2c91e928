-- Changes the mode of an agent that cycles through its modes with one key.
--
-- A plugin gives the functions and tables that know its program:
-- read(ctx): { state, seen, composer? } of the screen. `seen.mode` is the id of the mode, or nothing while it is not certain.
-- modes: its modes, as it describes them.
-- changes_mode_in: the states in which the mode may be changed. All without it.
-- mode_key: the key that changes the mode. shift+tab without it.

local modes = {}

-- Agents that have just started, or get no processor time, are slow to change their mode. A second key would be one too many.
local shown_ms = 10000
-- Some agents hide the mode behind a notice for this long.
local hidden_ms = 30000
local drawn_ms = 200
-- Two rounds: a mode may appear and disappear before it is read.
local most_rounds, most_modes = 2, 12

-- Returns the id of the mode that is named in a row, or nil. `names`: pairs of an id and a beginning of the row.
function modes.in_row(row, names)
  for _, one in ipairs(names) do
    if row:find(one[2]) then return one[1] end
  end
end

local function refuse_unknown(ctx, agent, requested)
  local ids = {}
  for at, mode in ipairs(agent.modes) do
    if mode.id == requested then return end
    ids[at] = mode.id
  end
  ctx:fail("there is no mode %q: %s", tostring(requested), table.concat(ids, ", "))
end

-- A condition: the screen shows another mode.
local function other_mode(ctx, agent, mode)
  return function()
    local current = agent.read(ctx)
    local now = current.composer and current.seen.mode
    if not now then ctx:recheck(drawn_ms) end
    return now and now ~= mode
  end
end

-- Presses the key until the screen shows the mode.
function modes.set(ctx, agent, requested)
  local tried, times, presses, states = {}, {}, 0, agent.changes_mode_in
  local key = agent.mode_key or "shift+tab"
  while true do
    local current = agent.read(ctx)
    if not current.composer or states and not states[current.state] then
      ctx:fail("the mode cannot be changed: the state is %s", current.state)
    end
    local mode = current.seen.mode
    if mode == requested then return end
    refuse_unknown(ctx, agent, requested)
    if not mode then
      ctx:expect(other_mode(ctx, agent), { why = "the mode", within = hidden_ms })
    elseif times[mode] == most_rounds or presses == most_modes then
      ctx:fail("the program does not offer the mode %s: %s leads to %s", requested, key, table.concat(tried, ", "))
    else
      if not times[mode] then tried[#tried + 1] = mode end
      times[mode], presses = (times[mode] or 0) + 1, presses + 1
      ctx:press(key)
      ctx:expect(other_mode(ctx, agent, mode), { why = "another mode", within = shown_ms })
    end
  end
end

return modes
