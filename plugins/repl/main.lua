-- A REPL. Its state is read from the prompt before the cursor. Prompts have no marks, so a program that prints a prompt
-- and waits looks the same as the REPL itself. An evaluation ends only when new output follows it, so an old prompt is
-- not taken for a new one.

local catalog = require "catalog"
local evaluation = require "evaluation"
local loop_state = require "state"

local action, matcher = ptywright.action, ptywright.matcher

local repl = {}

local start_ms = 15000
local echo_ms = 300

function repl.classify(ctx) return (loop_state.of(ctx)) end

function repl.describe() return catalog end

local function rests(states) return matcher.lua(ptywright.plugin.name, "rests", { states = states }) end

local at_prompt = { "ready", "error" }

-- Evaluation

local function code_of(params)
  local code = params.code
  if type(code) ~= "string" or not code:find("%S") then error("code: a text is needed", 0) end
  code = code:gsub("\r\n", "\n"):gsub("\n+$", "")
  if code:find("[\0-\8\11-\31\127]") then error("code: control characters are keys: send_input takes them", 0) end
  return code
end

-- Sends everything as one line. A REPL answers each line separately, and some end a block at an empty line.
local function as_one_line(code, language)
  if code:find("[\n\t]") or (language.as_several and language.as_several(code)) then return language.several(code) end
  return code
end

-- Returns the language of the loop when it takes code. Waits for its first prompt.
local function wait_for_loop(ctx)
  while true do
    local state, language = loop_state.of(ctx)
    if language and (state.state == "ready" or state.state == "error" or state.state == "debugger") then
      return language
    end
    if state.state == "continuation" or state.state == "pager" or evaluation.sent(ctx) then
      ctx:fail("the loop is not ready but %s: %s", state.state, state.evidence)
    end
    ctx:expect(rests(at_prompt), { within = start_ms, why = "a prompt" })
  end
end

function repl.eval(params, ctx)
  local code = code_of(params)
  local text = as_one_line(code, wait_for_loop(ctx))
  local ending = text:match("([!-~]?[!-~]?[!-~]?[!-~])%s*$") or text
  local echoed = function() return ptywright.text.trim(ptywright.screen.before_cursor()):sub(-#ending) == ending end
  ctx:type(text)
  ctx:expect({ echoed, matcher.screen_stable(echo_ms) }, { why = "what is typed" })
  -- The label is after the echo, so that only the answer follows it.
  ctx:send(action.mark_transcript(evaluation.label))
  ctx:press("enter")
  return { last_intent = "code_sent" }
end

function repl.send_input(params, ctx)
  if params.text and params.text ~= "" then ctx:type(params.text) end
  if params.enter ~= false then
    ctx:send(action.mark_transcript(evaluation.label))
    ctx:press("enter")
  end
  return { last_intent = "input_sent" }
end

-- Keys. Some REPLs answer with a new prompt. Others print nothing: sqlite3 keeps the started statement.
function repl.interrupt(_, ctx)
  ctx:send(action.interrupt())
  ctx:expect({ matcher.changed(), matcher.screen_stable(echo_ms) }, { why = "an answer, or silence" })
  return { last_intent = "interrupted" }
end

function repl.exit(_, ctx)
  if loop_state.of(ctx).state == "running" then ctx:fail("the loop is running: interrupt it first") end
  ctx:send(action.eof())
  return { last_intent = "exit_sent" }
end

function repl.quit_pager(_, ctx)
  if loop_state.of(ctx).state ~= "pager" then ctx:fail("there is no pager to quit") end
  ctx:press("q")
  return { last_intent = "pager_quit" }
end

-- Waits

function repl.wait_turn_matcher()
  return matcher.any { rests { "ready", "error", "continuation", "debugger", "pager" }, matcher.process_exited() }
end

function repl.wait_ready_matcher() return rests(at_prompt) end

-- Predicate: whether the state is one of `params.states`.
function repl.rests(ctx)
  local state = loop_state.of(ctx)
  for _, requested in ipairs(ctx.params.states or at_prompt) do
    if state.state == requested then return { matched = true, evidence = state.state .. ": " .. state.evidence } end
  end
  return { matched = false, recheck_ms = state.recheck_ms }
end

return repl
