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
shell._prepare = running.prepare
shell._set_up = running.set_up
shell._set_up_inside = running.set_up_inside
shell._confirm = running.confirm
shell._submit = running.submit

-- Keys

local action = ptywright.action

shell.interrupt = running.interrupt
shell._interrupt = running.interrupt_now

function shell.eof() return { actions = { action.eof() }, last_intent = "eof_sent" } end

-- Control characters would act as keys: a line feed alone submits the text before it.
function shell.answer_password(params, ctx)
  local password = params.password
  if type(password) ~= "string" then error("password: expected a string", 0) end
  if password:find("%c") then error("password: control characters are not allowed", 0) end
  if shell.classify(ctx).state ~= "password_prompt" then error("nothing asks for a password", 0) end
  return { actions = { action.text(password), action.key("enter") }, last_intent = "password_answered" }
end

function shell.quit_pager(_, ctx)
  if shell.classify(ctx).state ~= "pager" then error("there is no pager to quit", 0) end
  return { actions = { action.key("q") }, last_intent = "pager_quit" }
end

-- Waits. This one ends when the shell, or a program in it, needs input: a command, the rest of one, a password, a key.
function shell.wait_turn_matcher() return running.end_of_turn() end

function shell.wait_ready_matcher() return running.at_prompt() end

-- Predicate: whether the state is one of `params.states`. It runs apart from the adapter, so the submitted command is a
-- parameter.
function shell.rests(ctx)
  local state = shell_state.of(ctx, ctx.params.submitted, true)
  for _, wanted in ipairs(ctx.params.states or { "ready" }) do
    if state.state == wanted then return { matched = true, evidence = state.state .. ": " .. state.evidence } end
  end
  return { matched = false, recheck_ms = state.recheck_ms }
end

-- Predicate: whether the screen has something like a prompt, independent of the marks.
function shell.prompts() return shell_state.looks_like_prompt() end

return shell
