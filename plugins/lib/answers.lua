-- The intents that answer a dialog: approve, deny, choose_option, answer_question, approve_trust and deny_trust.
--
-- A plugin gives what lib/choosing and lib/redraw need, and:
-- approvals: for each state that can be approved, the meanings of a plain Yes, the best first.
-- dialogs: the states of dialogs, which one key answers. Anything else with a panel is a page.
-- choosable: the states in which choose_option has a meaning. All with options without it.
-- denies: the key that denies a dialog, and closes a page. Escape without it.
-- review, submit: see lib/questions.

local choosing = require "lib/choosing"
local options = require "lib/options"
local questions = require "lib/questions"
local redraw = require "lib/redraw"

local text = ptywright.text

local answers = {}

-- Returns the screen with the dialog that an answer is for. Refuses another dialog: the client has seen an older screen.
function answers.dialog(ctx, agent, dialog_id)
  local current = agent.read(ctx)
  local id = current.reported.metadata.dialog_id
  if dialog_id and (not current.panel or id ~= dialog_id) then
    ctx:fail("stale_dialog: %s is not open: %s", dialog_id, id and id .. " is" or "the state is " .. current.state)
  end
  if not current.panel then ctx:fail("no dialog is open: the state is %s", current.state) end
  return current
end

-- The same, after a full redraw if the screen is uncertain. `denies`: the answer is a No, for which less must be known.
local function open_dialog(ctx, agent, params, denies)
  if agent.lines then return redraw.dialog(ctx, agent, answers.dialog, params.dialog_id, denies) end
  return answers.dialog(ctx, agent, params.dialog_id)
end

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
  choosing.choose(ctx, agent, current, pick)
end

local function trust(agent, meaning)
  return function(params, ctx)
    local current = open_dialog(ctx, agent, params, meaning == "no")
    local state = current.state
    if state ~= "waiting_for_trust" then ctx:fail("no trust dialog is open: the state is %s", state) end
    choose(ctx, agent, current, function(now)
      return options.by_meaning(now.panel.options, { meaning })
        or ctx:fail("none of the choices means %q: %s", meaning, options.names(now.panel.options))
    end)
  end
end

-- Denies a dialog, or closes a page.
function answers.close(ctx, agent, current)
  local key = agent.denies or "escape"
  if agent.dialogs[current.state] then return choosing.press(ctx, agent, current, key) end
  choosing.close(ctx, agent, key)
end

-- Returns the intents by name.
function answers.intents(agent)
  local intents = { approve_trust = trust(agent, "yes"), deny_trust = trust(agent, "no") }

  function intents.approve(params, ctx)
    choose(ctx, agent, open_dialog(ctx, agent, params), function(current)
      local requested = agent.approvals[current.state]
      if not requested then ctx:fail("nothing is to be approved: the state is %s", current.state) end
      local option = options.by_meaning(current.panel.options, requested)
        or ctx:fail("none of the choices is a plain Yes: %s", options.names(current.panel.options))
      return permitted(ctx, current, option, params)
    end)
  end

  function intents.deny(params, ctx)
    local current = open_dialog(ctx, agent, params, true)
    if current.state == "waiting_for_trust" then
      ctx:fail("deny does not answer the trust dialog: use deny_trust, which ends the program")
    end
    answers.close(ctx, agent, current)
  end

  function intents.choose_option(params, ctx)
    local requested = params.index or params.option or params.choice
    if requested == nil or requested == "" then ctx:fail("index or option: expected the number or label of an option") end
    local current = open_dialog(ctx, agent, params)
    if #current.panel.options == 0 or agent.choosable and not agent.choosable[current.state] then
      ctx:fail("the dialog has no options: the state is %s", current.state)
    end
    choose(ctx, agent, current, function(now) return answers.find(ctx, now, requested, params) end)
  end

  function intents.answer_question(params, ctx)
    local current = open_dialog(ctx, agent, params)
    if current.state ~= "waiting_for_user_input" then ctx:fail("no question is open: the state is %s", current.state) end
    questions.answer(ctx, agent, answers.find, params.answers, params.partial)
  end

  return intents
end

return answers
