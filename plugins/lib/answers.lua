-- The intents that answer a dialog: approve, deny, choose_option, approve_trust and deny_trust.
--
-- A plugin gives the functions that know its program:
-- dialog(ctx, params, denies): { state, reported, panel? } of the screen. Refuses if another dialog is open than
--   params.dialog_id. `denies`: the answer is a No, for which less must be known.
-- approvals: for each state that can be approved, the meanings of a plain Yes, the best first.
-- choosable: the states in which choose_option has a meaning. All with options without it.
-- choose(ctx, current, pick): chooses the option that `pick(current)` returns.
-- deny(ctx, current): closes a dialog that is not about trust.

local options = require "lib/options"

local text = ptywright.text

local answers = {}

-- Returns a Yes only if the dialog shows everything that it permits, or if the client accepted what it does not show.
local function permitted(ctx, current, option, params)
  local metadata = current.reported.metadata
  local request = metadata.permission or metadata.plan and metadata
  if not request or not text.starts(option.meaning or "", "yes") then return option end
  if request.doubt then ctx:fail("the dialog is not reliable, so Yes is not chosen: %s", request.doubt) end
  if request.cut and params.accept_cut ~= true then
    ctx:fail("the dialog is cut: part of what it permits is not on the screen. Make the terminal larger, "
      .. "or pass accept_cut: true")
  end
  if request.unseen and params.accept_unseen ~= true then
    ctx:fail("the dialog may permit more than it shows, because the program does not draw %s. Deny it, or pass "
      .. "accept_unseen: true",
      request.unseen)
  end
  return option
end

-- Returns the option for a number or a text. Refuses a Yes that approve would refuse.
function answers.find(ctx, current, requested, params)
  local list = current.panel.options
  local option = options.find(list, requested)
    or ctx:fail("there is no choice %s: %s", tostring(requested), options.names(list))
  return permitted(ctx, current, option, params or {})
end

-- Chooses what `pick` returns, which is called first to refuse before anything is sent.
local function choose(ctx, agent, current, pick)
  pick(current)
  agent.choose(ctx, current, pick)
end

local function trust(agent, meaning)
  return function(params, ctx)
    local current = agent.dialog(ctx, params, meaning == "no")
    local state = current.state
    if state ~= "waiting_for_trust" then ctx:fail("no trust dialog is open: the state is %s", state) end
    choose(ctx, agent, current, function(now)
      return options.by_meaning(now.panel.options, { meaning })
        or ctx:fail("none of the choices means %q: %s", meaning, options.names(now.panel.options))
    end)
  end
end

-- Returns the intents by name.
function answers.intents(agent)
  local intents = { approve_trust = trust(agent, "yes"), deny_trust = trust(agent, "no") }

  function intents.approve(params, ctx)
    choose(ctx, agent, agent.dialog(ctx, params), function(current)
      local requested = agent.approvals[current.state]
      if not requested then ctx:fail("nothing is to be approved: the state is %s", current.state) end
      local option = options.by_meaning(current.panel.options, requested)
        or ctx:fail("none of the choices is a plain Yes: %s", options.names(current.panel.options))
      return permitted(ctx, current, option, params)
    end)
  end

  function intents.deny(params, ctx)
    local current = agent.dialog(ctx, params, true)
    if current.state == "waiting_for_trust" then
      ctx:fail("deny does not answer the trust dialog: use deny_trust, which ends the program")
    end
    if not current.panel then ctx:fail("nothing is to be denied: the state is %s", current.state) end
    agent.deny(ctx, current)
  end

  function intents.choose_option(params, ctx)
    local requested = params.index or params.option or params.choice
    if requested == nil or requested == "" then ctx:fail("index or option: expected the number or label of an option") end
    local current = agent.dialog(ctx, params)
    local is_open = current.panel and (not agent.choosable or agent.choosable[current.state])
    if not is_open or #current.panel.options == 0 then
      ctx:fail("the dialog has no options: the state is %s", current.state)
    end
    choose(ctx, agent, current, function(now) return answers.find(ctx, now, requested, params) end)
  end

  return intents
end

return answers
