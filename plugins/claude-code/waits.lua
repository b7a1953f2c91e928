-- Waits that do not name states.

local acting = require "acting"
local state = require "state"
local turns = require "turns"

local matcher = ptywright.matcher

local waits = {}

local moving = { starting = true, thinking = true, cancelling = true }

-- Waits until Claude Code needs input or has finished. The predicate runs apart from the adapter, so the submitted
-- prompt is a parameter.
function waits.turn()
  return matcher.any { acting.sees("rests", { submitted = turns.pending() }), matcher.process_exited() }
end

function waits.settled()
  return matcher.any { acting.sees("turn_rests"), matcher.process_exited() }
end

-- Predicate.
function waits.rests(ctx)
  local seen = state.see(ctx)
  if turns.is_pending(seen, ctx.params.submitted) then return { matched = false, recheck_ms = 250 } end
  local reported = state.of(seen)
  return {
    matched = not moving[reported.state],
    evidence = reported.state .. ": " .. reported.evidence,
    recheck_ms = reported.recheck_ms,
  }
end

return waits
