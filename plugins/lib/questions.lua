-- Answers all questions of a dialog in one intent: answers each one when it appears, then submits.
--
-- A plugin gives what lib/choosing needs. metadata.question is the question that is open. Also, if its dialogs have them:
-- accepts: the key that leads to the next step after a question with several answers. Tab without it.
-- scrolls (of the panel): whether only a part of the options is visible. Enter ticks one then, and submits them on the last one,
--   whose meaning is `submit`. Other options with a meaning are not ticked.
-- review: the beginning of the question that reviews the answers. submit: the option that submits them. Enter without it.

local choosing = require "lib/choosing"

local matcher, screen, text = ptywright.matcher, ptywright.screen, ptywright.text

local questions = {}

local drawn_ms = 400
local most_reads = 9
local listed_ms = 3000

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

-- Toggles the next option whose checkbox differs from the request, or moves to the next step. Returns whether it moves.
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

local function marked_in(current)
  for _, option in ipairs(current.panel.options) do
    if option.selected then return option end
  end
end

-- Presses a key in a list of which only a part is visible. Returns the screen on which the mark is as expected.
local function press_in_list(ctx, agent, current, key, is_expected)
  local words = current.reported.metadata.question.text
  local now, rows, list = nil, {}, current.panel.options
  -- The row with the keys depends on the marked option, and is drawn a moment later.
  for at = current.panel.title_row, list[#list].row do rows[#rows + 1] = { row = at, text = screen.row(at) } end
  ctx:press(key)
  local _, why = ctx:expect(function()
    now = agent.read(ctx)
    local question = now.panel and now.reported.metadata.question
    local option = question and question.text == words and marked_in(now)
    return option and is_expected(option)
  end, { why = "the mark after the key " .. key, within = listed_ms, unchanged = rows })
  if why == "changed" then ctx:fail("stale_dialog: the dialog changed before it was answered") end
  return now
end

local function is_first(option) return option.index == 1 end
local function submits(option) return option.meaning == "submit" end

-- Moves the mark with a key to the first option for which `is_end` holds. `visit(current, option)` is called for each, and
-- may return a newer screen.
local function walk(ctx, agent, current, key, is_end, visit)
  while true do
    local option = marked_in(current) or ctx:fail("no option is marked, so none can be chosen")
    current = visit and visit(current, option) or current
    if is_end(option) then return current end
    current = press_in_list(ctx, agent, current, key, function(now) return now.index ~= option.index end)
  end
end

-- Ticks the requested options of a list of which only a part is visible, and submits them.
local function tick_listed(ctx, agent, find, current, requested)
  local all, to_check = {}, {}
  current = walk(ctx, agent, current, "up", is_first)
  -- Not further than needed: from the option that is typed, the mark may not come back.
  local function is_other(option) return option.meaning ~= nil end
  current = walk(ctx, agent, current, "down", is_other, function(_, option) all[#all + 1] = option end)
  for _, one in ipairs(requested) do
    local option = find(ctx, { panel = { options = all }, reported = current.reported }, one)
    if option.meaning then ctx:fail("the choice %q cannot be ticked: nothing was submitted", option.label) end
    to_check[option.index] = true
  end
  local function is_right(option) return option.meaning ~= nil or option.checked == (to_check[option.index] or false) end
  current = walk(ctx, agent, current, "up", is_first, function(now, option)
    return not is_right(option) and press_in_list(ctx, agent, now, "enter", function(after)
      return after.index == option.index and is_right(after)
    end)
  end)
  current = walk(ctx, agent, current, "down", submits, function(_, option)
    if not is_right(option) then ctx:fail("the choice %q did not keep its mark: nothing was submitted", option.label) end
  end)
  choosing.press(ctx, agent, current, "enter")
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
    if has_review(question) and not agent.review then
      ctx:fail("the dialog has several questions, whose answers cannot be submitted: choose an option of each")
    end
    if question.text ~= last then count, last = count + 1, question.text end
    if partial and count > #answers then return end
    local requested = answers[count]
    if requested == nil then ctx:fail("answers: no answer for the question %q", question.text) end
    if type(requested) ~= "table" then requested = { requested } end
    local goes_on = true
    if current.panel.scrolls and question.multi_select then tick_listed(ctx, agent, find, current, requested)
    elseif question.multi_select then goes_on = tick(ctx, agent, find, current, requested)
    else choose(ctx, agent, find, current, requested[1]) end
    if goes_on and count >= #answers and not has_review(question) then return end
  end
end

return questions
