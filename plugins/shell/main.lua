-- A shell: reads its state and runs commands. `setup`, or the first `run`, makes the shell mark its prompts and
-- commands with a nonce. The state is then read from these marks, independent of the screen. Without marks, and for
-- programs inside the shell, only the screen is available and states are less certain.

local catalog = require "catalog"
local running = require "running"
local shell_state = require "state"

local shell = {}

function shell.classify(ctx) return shell_state.of(ctx, running.submitted()) end

function shell.describe() return catalog end

-- Commands

shell.run = running.run
shell.setup = running.setup
shell.send_input = running.send_input

-- Keys

shell.interrupt = running.interrupt

function shell.eof(_, ctx)
  ctx:send(ptywright.action.eof())
  return { last_intent = "eof_sent" }
end

-- Control characters would act as keys: a line feed alone submits the text before it.
function shell.answer_password(params, ctx)
  local password = params.password
  if type(password) ~= "string" then ctx:fail("password: expected a string") end
  if password:find("%c") then ctx:fail("password: control characters are not allowed") end
  if shell.classify(ctx).state ~= "password_prompt" then ctx:fail("nothing asks for a password") end
  ctx:type(password)
  ctx:press("enter")
  return { last_intent = "password_answered" }
end

function shell.quit_pager(_, ctx)
  if shell.classify(ctx).state ~= "pager" then ctx:fail("there is no pager to quit") end
  ctx:press("q")
  return { last_intent = "pager_quit" }
end

-- Waits. This one ends when the shell, or a program in it, needs input: a command, the rest of one, a password, a key.
function shell.wait_turn_matcher() return running.end_of_turn() end

function shell.wait_ready_matcher() return running.at_prompt() end

-- Predicate: whether the state is one of `params.states`.
function shell.rests(ctx)
  local state = shell_state.of(ctx, running.submitted(), true)
  for _, requested in ipairs(ctx.params.states or { "ready" }) do
    if state.state == requested then return { matched = true, evidence = state.state .. ": " .. state.evidence } end
  end
  return { matched = false, recheck_ms = state.recheck_ms }
end

return shell
