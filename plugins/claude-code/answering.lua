-- Answers all questions of a dialog in one intent: answers each one when it appears, then submits.

local acting = require "acting"
local choosing = require "choosing"

local matcher, text = ptywright.matcher, ptywright.text

local answering = {}

local drawn_ms = 400
local most_reads = 8

-- The operation in progress: { answers, partial, at (index of the current question), text (of that question),
-- reads }
local operation

local function listed(value) return type(value) == "table" and value or { value } end

-- Returns the requested choices for each question.
local function answers_of(params)
  local given = params.answers
  if type(given) ~= "table" or #given == 0 then
    acting.refuse("answers: expected a list with one answer for each question")
  end
  local list = {}
  for at, one in ipairs(given) do list[at] = listed(one) end
  return list
end

function answering.answer(params, ctx)
  local current = acting.dialog(ctx, params)
  if current.reported.state ~= "waiting_for_user_input" then
    acting.refuse("no question is open: the state is %s", current.reported.state)
  end
  operation = { answers = answers_of(params), partial = params.partial, at = 0, reads = 0 }
  return answering.go_on(params, ctx)
end

local function being_drawn()
  operation.reads = operation.reads + 1
  if operation.reads > most_reads then
    acting.refuse("the question has disappeared, and no dialog or composer has replaced it")
  end
  local whole = matcher.any { acting.sees("dialog_left", { print = "" }), matcher.screen_stable(drawn_ms) }
  return { actions = { acting.awaits(whole, "the rest of the screen") }, next = "_answer_on" }
end

local function is_review(question) return text.starts(question.text, "Review your answers") ~= nil end

local function hand_in(current)
  if operation.at < #operation.answers then
    acting.refuse("the dialog has %d questions, but %d answers were given: nothing was submitted", operation.at,
      #operation.answers)
  end
  return choosing.take(current, "Submit answers")
end

-- Whether the dialog has a review step before it submits the answers.
local function hands_in(question)
  for _, tab in ipairs(question.tabs) do
    if tab.submits then return true end
  end
  return false
end

local function is_requested(current, option, requested)
  for _, one in ipairs(requested) do
    if choosing.is_meant(current, option, one) then return true end
  end
  return false
end

-- Toggles the next option whose checkbox differs from the request, then goes on to the next step.
local function tick(current, requested)
  for _, option in ipairs(current.panel.options) do
    if option.checked ~= nil and option.checked ~= is_requested(current, option, requested) then
      return choosing.take_this(current, option, "_answer_on")
    end
  end
  return choosing.press(current, "tab", "_answer_on")
end

function answering.go_on(_, ctx)
  local current = acting.read(ctx)
  local question = current.panel and current.reported.metadata.question
  if not question then
    if not current.composer and not current.panel and current.reported.state ~= "thinking" then return being_drawn() end
    return {}
  end
  if is_review(question) then return hand_in(current) end
  if question.text ~= operation.text then operation.at, operation.text = operation.at + 1, question.text end
  if operation.partial and operation.at > #operation.answers then return {} end
  local requested = operation.answers[operation.at]
    or acting.refuse("answers: no answer for the question %q", question.text)
  if question.multi_select then return tick(current, requested) end
  return choosing.take(current, requested[1], hands_in(question) and "_answer_on" or nil)
end

return answering
