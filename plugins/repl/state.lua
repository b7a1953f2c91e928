-- The state of a REPL, from the row of the cursor and the output since the last Enter.

local evaluation = require "evaluation"
local languages = require "languages"

local screen = ptywright.screen

local state = {}

-- A prompt stays for this long. Output that looks like one does not.
local settled_ms = 40

-- The language of the last first prompt.
local last_language

-- An interrupt may leave the cursor before a prompt that is still valid.
local function prompt_text()
  local before = screen.before_cursor()
  return before ~= "" and before or screen.cursor_row()
end

local function view_of(ctx)
  local language, kind = languages.at(prompt_text(), last_language)
  if kind == "prompt" then last_language = language.name end
  return {
    ctx = ctx,
    row = screen.cursor().row,
    language = language,
    kind = kind,
    answered = not evaluation.sent(ctx) or evaluation.answer(ctx) ~= nil,
  }
end

local rules = {}

local function rule(name, of, when, confidence)
  rules[#rules + 1] = { name = name, state = of, when = when, confidence = confidence }
end

local function at(view, kind)
  if view.kind ~= kind then return nil end
  if not view.answered then return { matched = false, rows = { view.row }, why = "nothing has come since Enter" } end
  if view.ctx.stable_ms < settled_ms then
    return { rows = { view.row }, state = "running", evidence = "it may pass", recheck_ms = settled_ms }
  end
end

rule("the process has ended", "exited", function(view)
  if not view.ctx.process_exited then return nil end
  local exit = view.ctx.exit or {}
  return { evidence = "the process has ended", metadata = { exit_code = exit.exit_code, signal = exit.signal } }
end)

local function pager_sign(row)
  local first = screen.styled(row, { inverse = true })[1]
  return first and first.col == 0 and ptywright.text.trim(first.text) or nil
end

rule("a pager waits for a key", "pager", function(view)
  if view.row ~= screen.last_row() or view.kind then return nil end
  local before = ptywright.text.trim(screen.before_cursor())
  local colon = before == ":" and view.row == screen.size().rows - 1
  if before == "" or not (colon or before == pager_sign(view.row)) then return nil end
  return { rows = { view.row }, evidence = "a pager's row: " .. before }
end, 0.9)

rule("a debugger's prompt", "debugger", function(view)
  local early = at(view, "debugger")
  if early or view.kind ~= "debugger" then return early end
  return {
    rows = { view.row },
    evidence = "the prompt of a debugger",
    metadata = { result = evaluation.result(view.ctx, view.language) },
  }
end, 0.9)

rule("a second prompt", "continuation", function(view)
  local early = at(view, "continuation")
  if early or view.kind ~= "continuation" then return early end
  local name = view.language.name
  return { rows = { view.row }, evidence = name .. " asks for more", metadata = { language = name } }
end, 0.9)

rule("a prompt", "ready", function(view)
  local early = at(view, "prompt")
  if early or view.kind ~= "prompt" then return early end
  local result = evaluation.result(view.ctx, view.language)
  return {
    rows = { view.row },
    state = result and result.error and "error" or "ready",
    evidence = "the prompt of " .. view.language.name,
    metadata = { language = view.language.name, result = result },
  }
end, 0.9)

rule("a blank screen", "starting", function()
  return not screen.last_row() and { evidence = "the screen is blank" }
end)

rule("no prompt", "running", function() return { evidence = "no prompt is before the cursor" } end, 0.8)

function state.of(ctx)
  local view, list = view_of(ctx), {}
  for index, one in ipairs(rules) do
    local when = function() return one.when(view) end
    list[index] = { name = one.name, state = one.state, confidence = one.confidence, when = when }
  end
  return ptywright.rules(list, ctx), view.language
end

return state
