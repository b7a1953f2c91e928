-- Changes the mode of an agent that cycles through its modes with one key. A plugin gives `mode` in what its `see` returns,
-- and the modes in its description.

local modes = {}

-- Agents that have just started read their keys late.
local shown_ms = 10000

local idle = { ready = true, completed_turn = true, error = true }

-- Returns the id of the mode that is named in a row, or nil. `names`: pairs of an id and a beginning of the row.
function modes.in_row(row, names)
  for _, one in ipairs(names) do
    if row:find(one[2]) then return one[1] end
  end
end

local function known(described, wanted)
  local ids = {}
  for at, mode in ipairs(described) do
    if mode.id == wanted then return nil end
    ids[at] = mode.id
  end
  return table.concat(ids, ", ")
end

-- Presses the key until the screen shows the mode. On the way, the agent is in other modes, so a turn must not be running.
-- read(ctx): { state, seen } of the screen.
function modes.set(ctx, read, described, wanted)
  local others = known(described, wanted)
  if others then ctx:fail("there is no mode %q: %s", tostring(wanted), others) end
  for _ = 1, #described + 1 do
    local current = read(ctx)
    local mode = current.seen.mode
    if not idle[current.state] or not mode then ctx:fail("the mode cannot be changed: the state is %s", current.state) end
    if mode == wanted then return end
    ctx:press("shift+tab")
    local _, why = ctx:wait(function()
      local now = read(ctx).seen.mode
      return now ~= nil and now ~= mode
    end, { within = shown_ms })
    if why then ctx:fail("the program does not react to the key shift+tab") end
  end
  ctx:fail("the program does not offer the mode %s", wanted)
end

return modes
