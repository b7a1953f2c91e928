-- Answers all questions of a dialog in one intent: answers each one when it appears, then submits.
--
-- A plugin gives what lib/choosing needs. metadata.question is the question that is open. Also, if its dialogs have them:
-- accepts: the key that goes on behind a question with several answers. Tab without it.
-- review: the beginning of the question that reviews the answers. submit: the option that submits them. Enter without it.

local choosing = require "lib/choosing"

local matcher, text = ptywright.matcher, ptywright.text

local questions = {}

local drawn_ms = 400
local most_reads = 9

-- Returns the screen and the question that is open, or nil when the dialog is over.
local function next_question(ctx, agent)
  for _ = 1, most_reads do
    local current = agent.read(ctx)
    local question = current.panel and current.reported.metadata.question
    if question then return current, question end
    if current.composer or current.panel or current.thinking then return nil end
    ctx:expect({
      function() return ctx.process_exited or agent.read(ctx).composer ~= nil end,
      matcher.screen_stable(drawn_ms),
    }, { why = "the rest of the screen" })
  end
  ctx:fail("the question has disappeared, and no dialog or composer has replaced it")
end

-- Whether the dialog has a review step before it submits the answers.
local function has_review(question)
  for _, tab in ipairs(question.tabs or {}) do
    if tab.submits then return true end
  end
  return false
end

local function is_requested(ctx, find, current, option, requested)
  for _, one in ipairs(requested) do
    if find(ctx, current, one) == option then return true end
  end
  return false
end

-- Selects an option that was already read, by its position.
local function take(ctx, agent, current, at)
  local label = current.panel.options[at].label
  choosing.choose(ctx, agent, current, function(now)
    local option = now.panel.options[at]
    return option and option.label == label and option or ctx:fail("the choice %q has disappeared", label)
  end)
end

-- Selects an option by its number or text.
local function choose(ctx, agent, find, current, requested)
  find(ctx, current, requested)
  choosing.choose(ctx, agent, current, function(now) return find(ctx, now, requested) end)
end

-- Toggles the next option whose checkbox differs from the request, or goes on to the next step. Returns whether it does.
local function tick(ctx, agent, find, current, requested)
  for at, option in ipairs(current.panel.options) do
    if option.checked ~= nil and option.checked ~= is_requested(ctx, find, current, option, requested) then
      take(ctx, agent, current, at)
      return false
    end
  end
  choosing.press(ctx, agent, current, agent.accepts or "tab")
  return true
end

-- Answers the questions of the open dialog. `answers` has a number, a text or a list of them for each question.
-- `find(ctx, current, requested)` returns the option for a number or a text, or refuses. `partial`: stops at the first
-- question without an answer.
function questions.answer(ctx, agent, find, answers, partial)
  if type(answers) ~= "table" or #answers == 0 then
    ctx:fail("answers: expected a list with one answer for each question")
  end
  local count, last = 0, nil
  while true do
    local current, question = next_question(ctx, agent)
    if not question then return end
    if agent.review and text.starts(question.text, agent.review) then
      if count < #answers then
        ctx:fail("the dialog has %d questions, but %d answers were given: nothing was submitted", count, #answers)
      end
      if not agent.submit then return choosing.press(ctx, agent, current, "enter") end
      return choose(ctx, agent, find, current, agent.submit)
    end
    if question.text ~= last then count, last = count + 1, question.text end
    if partial and count > #answers then return end
    local requested = answers[count]
    if requested == nil then ctx:fail("answers: no answer for the question %q", question.text) end
    if type(requested) ~= "table" then requested = { requested } end
    local goes_on = true
    if question.multi_select then goes_on = tick(ctx, agent, find, current, requested)
    else choose(ctx, agent, find, current, requested[1]) end
    if goes_on and count >= #answers and not has_review(question) then return end
  end
end

return questions
