-- All questions of a dialog in one go: each is answered as it comes to be seen, and what was ticked is handed in.

local acting = require "acting"
local choosing = require "choosing"

local matcher, text = ptywright.matcher, ptywright.text

local answering = {}

local drawn_ms = 400
local most_looks = 8

-- What is under way: { answers, at (the question that is being answered), text (of it), looks }
local keep

local function listed(value) return type(value) == "table" and value or { value } end

-- For each question the choices that are meant.
local function answers_of(params)
  local given = params.answers
  if type(given) ~= "table" or #given == 0 then
    acting.refuse("answers: a list is needed, with an answer for each question")
  end
  local list = {}
  for at, one in ipairs(given) do list[at] = listed(one) end
  return list
end

function answering.answer(params, ctx)
  local look = acting.dialog(ctx, params)
  if look.told.state ~= "waiting_for_user_input" then acting.refuse("nothing is asked: the state is %s", look.told.state) end
  keep = { answers = answers_of(params), at = 0, looks = 0 }
  return answering.go_on(params, ctx)
end

local function being_drawn()
  keep.looks = keep.looks + 1
  if keep.looks > most_looks then acting.refuse("the question has gone, and nothing has come in its place") end
  local whole = matcher.any { acting.sees("dialog_left", { print = "" }), matcher.screen_stable(drawn_ms) }
  return { actions = { acting.awaits(whole, "the rest of the screen") }, next = "_answer_on" }
end

local function is_review(question) return text.starts(question.text, "Review your answers") ~= nil end

local function hand_in(look)
  if keep.at < #keep.answers then
    acting.refuse("there were %d questions for %d answers: nothing was handed in", keep.at, #keep.answers)
  end
  return choosing.take(look, "Submit answers")
end

-- Whether the answers are looked over before they count.
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

-- The next choice that is ticked and was not meant to be, or the other way round; then on to what follows.
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
  local wanted = keep.answers[keep.at] or acting.refuse("there is no answer for %q", question.text)
  if question.multi_select then return tick(look, wanted) end
  return choosing.take(look, wanted[1], hands_in(question) and "_answer_on" or nil)
end

return answering
