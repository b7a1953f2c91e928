-- A shell: what it is doing, and how a command is run in it.
--
-- A shell that was set up (`setup`, or the first `run`) marks its prompts and commands with a nonce, and its state
-- is read from these marks, whatever stands on the screen. Until then, and in what runs inside of it, the screen is
-- all there is, and states are less certain.

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

-- Control characters would be keys: a line feed alone sends what is before it.
function shell.answer_password(params, ctx)
  local password = params.password
  if type(password) ~= "string" then error("the parameter password has to be a text", 0) end
  if password:find("%c") then error("control characters are keys, and belong to no password", 0) end
  if shell.classify(ctx).state ~= "password_prompt" then error("nothing asks for a password", 0) end
  return { actions = { action.text(password), action.key("enter") }, last_intent = "password_answered" }
end

function shell.quit_pager(_, ctx)
  if shell.classify(ctx).state ~= "pager" then error("there is no pager to quit", 0) end
  return { actions = { action.key("q") }, last_intent = "pager_quit" }
end

-- Waits

-- Until the shell, or what runs in it, wants something: a command, the rest of one, a password, a key.
function shell.wait_turn_matcher() return running.end_of_turn() end

function shell.wait_ready_matcher() return running.at_prompt() end

-- A predicate: whether the state is one of `params.states`. It is asked apart from the adapter, so what the adapter
-- has submitted comes with the parameters.
function shell.rests(ctx)
  local state = shell_state.of(ctx, ctx.params.submitted, true)
  for _, wanted in ipairs(ctx.params.states or { "ready" }) do
    if state.state == wanted then return { matched = true, evidence = state.state .. ": " .. state.evidence } end
  end
  return { matched = false, recheck_ms = state.recheck_ms }
end

-- A predicate: whether something like a prompt is there, whatever the marks say.
function shell.prompts() return shell_state.looks_like_prompt() end

return shell
