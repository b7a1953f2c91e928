-- Waits that do not name states. Their predicates see only the screen and their parameters.

local acting = require "acting"
local memory = require "memory"
local state = require "state"
local turns = require "turns"

local matcher = ptywright.matcher

local waits = {}

local moving = { starting = true, thinking = true, cancelling = true }

local function wait_for(predicate, params)
  return matcher.any { matcher.lua(ptywright.plugin.name, predicate, params), matcher.process_exited() }
end

-- Waits until Claude Code needs input or has finished.
function waits.turn() return wait_for("_rests", { submitted = memory.turn.pending }) end

function waits.settled() return wait_for("_turn_rests", {}) end

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

function waits.turn_rests(ctx)
  local reported = acting.read(ctx).reported
  local runs = reported.state == "thinking" or reported.state == "cancelling"
  return { matched = not runs, recheck_ms = reported.recheck_ms }
end

return waits
