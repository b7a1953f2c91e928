-- Answers all questions of a dialog in one intent: answers each one when it appears, then submits.

local acting = require "acting"
local choosing = require "choosing"

local matcher, text = ptywright.matcher, ptywright.text

local answering = {}

local drawn_ms = 400
local most_looks = 8

-- The operation in progress: { answers, at (index of the current question), text (of that question), looks }
local keep

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
  local look = acting.dialog(ctx, params)
  if look.told.state ~= "waiting_for_user_input" then
    acting.refuse("no question is open: the state is %s", look.told.state)
  end
  keep = { answers = answers_of(params), at = 0, looks = 0 }
  return answering.go_on(params, ctx)
end

local function being_drawn()
  keep.looks = keep.looks + 1
  if keep.looks > most_looks then
    acting.refuse("the question has disappeared, and no dialog or composer has replaced it")
  end
  local whole = matcher.any { acting.sees("dialog_left", { print = "" }), matcher.screen_stable(drawn_ms) }
  return { actions = { acting.awaits(whole, "the rest of the screen") }, next = "_answer_on" }
end

local function is_review(question) return text.starts(question.text, "Review your answers") ~= nil end

local function hand_in(look)
  if keep.at < #keep.answers then
    acting.refuse("the dialog has %d questions, but %d answers were given: nothing was submitted", keep.at, #keep.answers)
  end
  return choosing.take(look, "Submit answers")
end

-- Whether the dialog has a review step before it submits the answers.
local function hands_in(question)
  for _, tab in ipairs(question.tabs) do
    if tab.submits then return true end
  end
  return false
end

local function is_wanted(look, option, wanted)
  for _, one in ipairs(wanted) do
    if choosing.is_meant(look, option, one) then return true end
  end
  return false
end

-- Toggles the next option whose checkbox differs from the request, then goes on to the next step.
local function tick(look, wanted)
  for _, option in ipairs(look.panel.options) do
    if option.checked ~= nil and option.checked ~= is_wanted(look, option, wanted) then
      return choosing.take_this(look, option, "_answer_on")
    end
  end
  return choosing.press(look, "tab", "_answer_on")
end

function answering.go_on(_, ctx)
  local look = acting.look(ctx)
  local question = look.panel and look.told.metadata.question
  if not question then
    if not look.composer and not look.panel and look.told.state ~= "thinking" then return being_drawn() end
    return {}
  end
  if is_review(question) then return hand_in(look) end
  if question.text ~= keep.text then keep.at, keep.text = keep.at + 1, question.text end
  local wanted = keep.answers[keep.at] or acting.refuse("answers: no answer for the question %q", question.text)
  if question.multi_select then return tick(look, wanted) end
  return choosing.take(look, wanted[1], hands_in(question) and "_answer_on" or nil)
end

return answering
