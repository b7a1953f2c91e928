-- Answers all questions of a dialog in one intent: answers each one when it appears, then submits.

local acting = require "acting"
local choosing = require "choosing"
local redraw = require "redraw"

local matcher, text = ptywright.matcher, ptywright.text

local answering = {}

local drawn_ms = 400
local most_reads = 8

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

-- Returns the question that is open, or nil when the dialog is over.
local function next_question(ctx)
  for _ = 1, most_reads + 1 do
    local current = acting.read(ctx)
    local question = current.panel and current.reported.metadata.question
    if question then return current, question end
    if current.composer or current.panel or current.thinking then return nil end
    ctx:expect({
      function() return ctx.process_exited or acting.read(ctx).composer ~= nil end,
      matcher.screen_stable(drawn_ms),
    }, { why = "the rest of the screen" })
  end
  acting.refuse("the question has disappeared, and no dialog or composer has replaced it")
end

-- Whether the dialog has a review step before it submits the answers.
local function has_review(question)
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
local function tick(ctx, current, requested)
  for _, option in ipairs(current.panel.options) do
    if option.checked ~= nil and option.checked ~= is_requested(current, option, requested) then
      return choosing.take_this(ctx, current, option)
    end
  end
  choosing.press(ctx, current, "tab")
end

function answering.answer(params, ctx)
  local first = redraw.dialog(ctx, params)
  if first.state ~= "waiting_for_user_input" then
    acting.refuse("no question is open: the state is %s", first.state)
  end
  local answers, count, last = answers_of(params), 0, nil
  while true do
    local current, question = next_question(ctx)
    if not question then return end
    if text.starts(question.text, "Review your answers") then
      if count < #answers then
        acting.refuse("the dialog has %d questions, but %d answers were given: nothing was submitted", count, #answers)
      end
      return choosing.take(ctx, current, "Submit answers")
    end
    if question.text ~= last then count, last = count + 1, question.text end
    if params.partial and count > #answers then return end
    local requested = answers[count] or acting.refuse("answers: no answer for the question %q", question.text)
    if question.multi_select then
      tick(ctx, current, requested)
    else
      choosing.take(ctx, current, requested[1])
      if not has_review(question) then return end
    end
  end
end

return answering
