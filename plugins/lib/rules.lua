-- The rules of an adapter of lib/adapter that are not about dialogs: they read what `see` of the adapter returned.

local rules = {}

-- A prompt without any effect on the screen for this long is over.
local unseen_ms = 3000

function rules.patience_of(ui) return ui.patience_ms or unseen_ms end

-- The rule for a program that has ended. A call of it needs `seen.ctx`.
rules.ended = {
  name = "the process has ended",
  state = "error",
  when = function(ui)
    if not ui.ctx.process_exited then return nil end
    local exit = ui.ctx.exit or {}
    local how = exit.signal or exit.exit_code
    local message = "the program has ended" .. (how and (" (%s)"):format(how) or "")
    return {
      evidence = message,
      metadata = { error = { kind = "exited", message = message, exit_code = exit.exit_code, signal = exit.signal } },
    }
  end,
}

local function has_composer(why, holds)
  return function(ui)
    if not ui.composer then return { matched = false, why = "no composer is on the screen" } end
    local found = holds(ui)
    if not found then return { matched = false, why = why } end
    found.rows = { ui.composer.first }
    return found
  end
end

-- Rules about a turn, of which the composer shows that no dialog is open.
local turns = {
  {
    name = "a session that has not begun",
    state = "starting",
    when = has_composer("it has begun", function(ui)
      return ui.begun == false and { evidence = "the composer is drawn, and accepts no input yet" }
    end),
  },
  {
    name = "a turn that runs",
    state = "thinking",
    when = has_composer("neither the title nor a row shows work", function(ui)
      return ui.busy and { evidence = "the title or a row above the composer shows work" }
    end),
  },
  {
    name = "an error that ended the turn",
    state = "error",
    when = has_composer("the turn does not end in an error", function(ui)
      local problem = ui.turn and ui.turn.problem
      return problem and { evidence = problem.message, metadata = { error = problem } }
    end),
  },
  {
    name = "a prompt without any answer yet",
    state = "thinking",
    when = has_composer("the prompt has an answer", function(ui)
      local left = rules.patience_of(ui) - ui.ctx.stable_ms
      return ui.turn and ui.turn.waits and left > 0
        and { evidence = "nothing is below the prompt", recheck_ms = left, waits = true }
    end),
  },
  {
    name = "a turn that has ended",
    state = "completed_turn",
    when = has_composer("no turn is on the screen", function(ui)
      return ui.turn and not ui.turn.interrupted and { evidence = "an answer is above an idle composer" }
    end),
  },
  {
    name = "an idle composer",
    state = "ready",
    when = has_composer("", function() return { evidence = "the composer accepts a prompt" } end),
  },
}

local unknown = {
  name = "nothing that accepts input",
  state = "starting",
  confidence = 0.3,
  when = function() return { evidence = "neither a composer nor a dialog is on the screen", unknown = true } end,
}

-- Returns all rules, with those about dialogs in their place.
function rules.with(dialogs)
  local all = { rules.ended }
  for _, list in ipairs { dialogs, turns, { unknown } } do
    for _, rule in ipairs(list) do all[#all + 1] = rule end
  end
  return all
end

return rules
