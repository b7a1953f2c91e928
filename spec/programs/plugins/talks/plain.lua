local talks = require "talks"

local plain = {}
for name, intent in pairs(talks) do plain[name] = intent end

-- The text of the last turn is on the screen.
function plain.classify(ctx)
  local lines = {}
  for row in ctx.screen:gmatch("[^\n]+") do
    if row:find("^you> ") then lines = {} end
    lines[#lines + 1] = row:match("^= (.*)$")
  end
  local state = talks.classify(ctx)
  state.metadata.turn = { text = table.concat(lines, "\n") }
  state.events = {}
  return state
end

function plain.describe()
  local catalog = talks.describe()
  catalog.agent.events = false
  return catalog
end

return plain
