-- The waits of an agent that name no states. Their predicates run in the Lua state of the adapter.

local matcher = ptywright.matcher

local waits = {}

-- Adds the waits to a plugin. `report(ctx)` returns the state of the screen: { state, evidence, recheck_ms? }.
function waits.add(plugin, report)
  local function predicate(moving)
    return function(ctx)
      local reported = report(ctx)
      return {
        matched = not moving[reported.state],
        evidence = ("%s: %s"):format(reported.state, reported.evidence),
        recheck_ms = reported.recheck_ms,
      }
    end
  end
  plugin._rests = predicate { starting = true, thinking = true, cancelling = true }
  plugin._settled = predicate { thinking = true, cancelling = true }
  local name = ptywright.plugin.name
  function plugin.wait_turn_matcher() return matcher.lua(name, "_rests") end
  function plugin.wait_cancel_settled_matcher() return matcher.lua(name, "_settled") end
end

return waits
