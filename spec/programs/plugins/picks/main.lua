local action, matcher = ptywright.action, ptywright.matcher
local rows = require("rows")

local picks = {}
local classified = 0

function picks.classify(ctx)
  classified = classified + 1
  local said = ctx.screen:match("picked ([^\n]*)")
  local metadata = { chosen = rows.chosen(ctx.screen), classified = classified }
  if ctx.process_exited then
    return ptywright.state("exited", { evidence = "the program is gone", metadata = { code = ctx.exit.exit_code } })
  end
  if said then
    return ptywright.state("picked", { confidence = 0.9, evidence = "it says so", metadata = { picked = said } })
  end
  if metadata.chosen then
    return ptywright.state("asking", { confidence = 0.81234, evidence = "a row is chosen", metadata = metadata })
  end
  return ptywright.state("starting", { confidence = 0.2 })
end

-- One step per round: reads the screen again before each key.
function picks.pick(params, ctx)
  local chosen = rows.chosen(ctx.screen)
  if chosen == params.row then
    return { actions = { { type = "key", value = "enter", expect = matcher.contains_text("picked " .. params.row), why = "the pick" } }, last_intent = "picked" }
  end
  return {
    actions = { { type = "key", value = "down", expect = matcher.not_(matcher.contains_text("❯ " .. rows.number(ctx.screen, chosen) .. ". " .. chosen)), timeout_ms = 300, why = "another row" } },
    last_intent = "moving",
    next = "pick",
  }
end

-- Plans with a row that has changed by now.
function picks.pick_shown(params)
  return { actions = { action.key("enter") }, shows = { { row = params.row, text = params.text } }, changed = params.changed }
end

-- Reads the changed row, and picks it if it is the expected replacement.
function picks._pick_instead(params, ctx)
  local chosen = rows.chosen(ctx.screen)
  if chosen ~= params.instead then error("not picked: " .. chosen, 0) end
  return { actions = { action.key("enter") }, shows = { { row = params.row, text = "❯ 1. " .. chosen } } }
end

-- Expects a row that does not exist.
function picks.pick_blindly(params)
  return {
    actions = {
      { expect = matcher.contains_text(params.row), timeout_ms = 50, why = "the row" },
      action.key("enter"),
    },
  }
end

function picks.leave()
  return { actions = { action.text("q") }, last_intent = "" }
end

function picks.for_ever()
  return { next = "for_ever" }
end

function picks.expects_the_impossible()
  return { actions = { { type = "text", value = "x", expect = { type = "screen_regex", value = "(" } } } }
end

function picks.presses_no_key()
  return { actions = { { type = "key", value = "no_such_key" } } }
end

function picks.wait_turn_matcher()
  return matcher.contains_text("picked")
end

function picks.no_matcher()
  return { type = "no_such_matcher" }
end

function picks.has_row(ctx)
  if ctx.screen:find(ctx.params.row, 1, true) then
    return { matched = true, evidence = "row " .. ctx.params.row, capture = ctx.params.row }
  end
  return false
end

function picks.says_nothing()
end

function picks.says_too_much()
  return 7
end

function picks.fails()
  error("no idea, token=abcdef0123456789")
end

function picks.loops()
  while true do
  end
end

return picks
