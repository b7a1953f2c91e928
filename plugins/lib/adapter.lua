-- Builds the adapter of an agent from functions that read its screen. The intents are the same for all: each reads the
-- screen before it sends anything, and then checks the effect.
--
-- A plugin gives:
-- describe: the parameter of `agent.describe` in lib/agent. With `hides`, a Yes needs the parameter accept_unseen.
-- see(ctx): reads the user interface of the agent from the screen. `rules` get its result. These fields have a meaning here:
--   composer: { draft, empty, first, last }, if the program accepts words.
--   panel: { options, mark, title_row, last }, if a dialog is open.
--   begun: false while a composer is drawn that accepts no input yet.
--   patience_ms: how long a prompt may have no effect on the screen before it counts as lost. 3000 without it.
--   torn: whether the dialog at the end of the screen is incomplete.
--   end_ms: for how long the end of a turn must be stable until it is reported. 60 without it.
--   busy: whether a turn is running. again: whether the program waits for the key that cancels it once more.
--   mode: the id of the mode that the screen shows.
--   turn: { prompt, text, whole, interrupted, problem, waits } of the last turn on the screen. `problem` is the error that
--   ended it, and `waits` is set if nothing is below its prompt.
--   tools: the calls of tools in that turn: a list of { name (as in `tools` of `describe`), summary, status }.
--   queued: the prompts that wait for the end of the turn.
-- rules: rules of `ptywright.rules` about dialogs, which are called with what `see` returned. The rules about turns follow.
-- clear: the keys that empty the composer, in the order in which they are tried. folded: pattern of the text that replaces a
--   long paste. typed_ms: see lib/prompting. menu(current): the marked command of the menu, with its slash.
-- interrupts: the keys that cancel a turn, in lists that are tried in turn. Escape without it. denies: see lib/answers.
-- words: pattern of a prompt that the program would take as a command.
-- steers: whether words can be sent to a turn that is running.
-- mode_key: see lib/modes. tick: see lib/choosing. accepts, review: see lib/questions.

local agent = require "lib/agent"
local answers = require "lib/answers"
local commands = require "lib/commands"
local events = require "lib/events"
local legible = require "lib/legible"
local modes = require "lib/modes"
local prompting = require "lib/prompting"
local rules = require "lib/rules"
local waits = require "lib/waits"

local action, text = ptywright.action, ptywright.text

local adapter = {}

-- The states and intents of most agents, for `describe`.
adapter.states = {
  "starting", "ready", "thinking", "completed_turn", "error", "waiting_for_permission", "waiting_for_trust",
  "waiting_for_login", "local_ui_screen",
}
adapter.with_questions = { "waiting_for_user_input", table.unpack(adapter.states) }
adapter.intents = {
  "send_prompt", "approve", { name = "deny", description = "Press Escape. The turn ends." }, "choose_option",
  "approve_trust", "deny_trust", "cancel", "clear_draft", "slash_command",
}
adapter.with_modes = { "set_mode", table.unpack(adapter.intents) }

-- A dialog and the end of a turn are reported after they were stable for this long. Before, the screen may be incomplete.
local dialog_ms, end_ms, drawn_ms = 200, 60, 500
-- The same for a screen that shows less of an answer than before. Some programs redraw the whole answer at its end.
local shrunk_ms = 1500
local settled_ms = 400
local pressed_ms, most_presses = 3000, 4
-- Without a keyboard protocol, two Escapes that arrive together are one key.
local between_keys_ms = 100
local begun_ms = 20000

local dialogs = {
  waiting_for_permission = true,
  waiting_for_user_input = true,
  waiting_for_trust = true,
  waiting_for_plan_approval = true,
}
local idle = { ready = true, completed_turn = true, error = true }
local busy = { thinking = true, cancelling = true, waiting_for_permission = true, waiting_for_user_input = true }

-- The data that the plugin keeps between calls.
local function new_memory() return { before = nil, submission = { number = 0, tools = {} }, pending = nil } end

local function content_of(turn) return turn and table.concat({ turn.prompt or "", turn.text or "" }, "\0") or "" end

-- Whether the turn on the screen is that of the sent prompt. The turn before shows other rows after it was scrolled, and only
-- the end of a long prompt is visible.
local function is_next(memory, ui)
  if content_of(ui.turn) == memory.pending then return false end
  local prompt = text.visible(ui.turn and ui.turn.prompt or "")
  return prompt ~= "" and memory.submission.words:sub(-#prompt) == prompt
end

-- Whether the sent prompt has had no effect on the screen yet.
local function is_pending(memory, ui)
  if not memory.pending then return false end
  if ui.busy or ui.panel or is_next(memory, ui) or ui.ctx.stable_ms >= rules.patience_of(ui) then
    memory.pending = nil
    return false
  end
  return true
end

-- Whether the answer is shorter than it was while the turn ran.
local function has_shrunk(memory, turn)
  local before = memory.turn
  if not before or not turn or before.prompt ~= turn.prompt then return false end
  local now, was = turn.text or "", before.text or ""
  return #now < #was and was:sub(1, #now) == now
end

-- Replaces a state that may come from a partly drawn screen by the one before it. A wait that ends with a state is
-- followed by `classify`, which must report it too, even if another part of the screen has changed since.
local function stabilize(memory, ui, reported)
  local before, state = memory.before, reported.state
  local ends = idle[state] and busy[before] or state == "completed_turn" and before == "local_ui_screen"
  local least = dialogs[state] and dialog_ms or ends and (ui.end_ms or end_ms) or 0
  if reported.unknown and before or reported.waits and idle[before] then least = drawn_ms end
  if idle[state] and busy[before] and has_shrunk(memory, ui.turn) then least = shrunk_ms end
  local id = reported.metadata.dialog_id
  local key = state .. (id or "")
  local is_same = key == memory.stable_key or state == before and id == memory.dialog_id
  if is_same or ui.ctx.stable_ms >= least or ui.ctx.process_exited then
    memory.stable_key = key
    return reported
  end
  local previous = before or "starting"
  if before == "waiting_for_trust" then previous = (ui.torn or state == before) and before or "starting"
  elseif dialogs[before] or dialogs[state] and not idle[before] and before ~= "starting" then previous = "thinking" end
  return {
    state = previous,
    confidence = 0.3,
    evidence = "the screen is being drawn",
    metadata = {},
    recheck_ms = least - ui.ctx.stable_ms,
    partly = true,
  }
end

-- A command with invisible characters is shown with their codes, and never approved.
local function doubt_unseen(request, hides)
  if not request then return end
  request.unseen = hides
  if not request.summary then return end
  local summary, first = legible(request.summary)
  request.summary = summary
  if first then request.doubt = request.doubt or ("the command has the invisible character %s"):format(first) end
end

-- The parameter that the summary of a tool contains, by the kind of the tool.
local inputs = { execute = "command", edit = "path", read = "path" }

-- Gives each call an id that does not change when earlier calls leave the screen. Returns nil without calls.
local function numbered(list, kinds)
  local count = {}
  for _, tool in ipairs(list or {}) do
    local id = tool.name .. ":" .. tool.summary
    count[id] = (count[id] or 0) + 1
    tool.id = count[id] == 1 and id or ("%s#%d"):format(id, count[id])
    tool.input = { [inputs[kinds[tool.name]] or "description"] = tool.summary }
  end
  return next(count) and list or nil
end

local function classify_screen(definition, memory, ctx)
  local ui = definition.see(ctx)
  ui.ctx = ctx
  local reported = ptywright.rules(definition.rules, ui)
  reported.metadata = reported.metadata or {}
  doubt_unseen(reported.metadata.permission, definition.describe.hides)
  local pending = is_pending(memory, ui)
  if pending and (idle[reported.state] or reported.unknown) then
    reported.state, reported.evidence = "thinking", "the prompt that was sent is not on the screen yet"
    reported.recheck_ms, reported.partly = rules.patience_of(ui) - ctx.stable_ms, true
    reported.unknown = nil
  end
  if ui.turn then reported.metadata.turn = ui.turn end
  reported.metadata.tools = numbered(ui.tools, definition.describe.tools)
  reported.metadata.queued = ui.queued
  reported.metadata.mode = ui.mode
  if ui.composer and not ui.composer.empty then reported.metadata.draft = ui.composer.draft end
  return ui, reported
end

-- Adds the intents that answer a dialog.
local function add_answers(plugin, definition)
  definition.approvals = { waiting_for_permission = { "yes" }, waiting_for_plan_approval = { "yes" } }
  definition.dialogs, definition.choosable = dialogs, dialogs
  for name, intent in pairs(answers.intents(definition)) do
    plugin[name] = function(params, ctx)
      intent(params or {}, ctx)
      return { last_intent = name }
    end
  end
end

-- Adds the intents that need no dialog.
local function add_turns(plugin, definition, memory)
  function plugin.send_prompt(params, ctx)
    local words = prompting.words(ctx, params, definition.words)
    local tries = 0
    repeat
      tries = tries + 1
      local current = prompting.free(ctx, definition)
    until not prompting.clear(ctx, definition, current.composer, tries)
    prompting.send(ctx, definition, words, { before_enter = function(current)
      local turn = current.seen.turn or {}
      memory.pending = content_of(current.seen.turn)
      -- The state before is over, also if nothing of the new turn is seen before its first dialog.
      memory.before = "thinking"
      memory.submission = {
        number = memory.submission.number + 1,
        words = text.visible(words),
        prompt = turn.prompt,
        text = turn.text,
        whole = turn.whole,
        interrupted = turn.interrupted,
        tools = current.reported.metadata.tools or {},
      }
    end })
    return { last_intent = "send_prompt" }
  end

  if definition.steers then
    function plugin.steer(params, ctx)
      local words = prompting.words(ctx, params, definition.words)
      local current = definition.read(ctx)
      if not (current.composer and current.thinking) then
        ctx:fail("no turn is running, so there is nothing to steer: the state is %s", current.state)
      end
      -- The keys that clear a draft could end the turn.
      if not current.composer.empty then ctx:fail("the composer contains a draft: clear it first") end
      prompting.send(ctx, definition, words, { runs = true })
      return { last_intent = "steer" }
    end
  end

  -- A screen that is drawn in pieces has no composer for a moment, or shows no work.
  local function is_over(ctx)
    local ui = definition.see(ctx)
    local rest = ui.end_ms or end_ms
    ctx:recheck(rest)
    return ui.composer and not ui.busy and ctx.stable_ms >= rest
  end

  local function interrupt(ctx)
    local lists = definition.interrupts or { { "escape" } }
    for try = 1, most_presses do
      local keys = lists[(try - 1) % #lists + 1]
      local before = definition.see(ctx)
      -- The end of a turn that was interrupted is only drawn late. More keys could open a page.
      local is_late = try > 1 and not before.again and before.turn and before.turn.interrupted
      if not is_late then ctx:send(action.keys { chords = keys, delay_ms = between_keys_ms }) end
      ctx:wait(function()
        return is_over(ctx) or definition.see(ctx).again and not before.again
      end, { within = pressed_ms, fresh = false })
      if is_over(ctx) then return end
    end
    ctx:fail("the turn is still running: it does not react to the key %s", lists[1][1])
  end

  -- A prompt that was just sent can be cancelled once its turn is visible. A turn that runs may show no work for a moment.
  local function await_turn(ctx)
    local function is_known()
      local ui, reported = classify_screen(definition, memory, ctx)
      local state = stabilize(memory, ui, reported)
      ctx:recheck(state.recheck_ms or settled_ms)
      return ui.busy or state.state ~= "thinking"
    end
    if not is_known() then ctx:wait(is_known, { within = begun_ms }) end
    return definition.read(ctx)
  end

  function plugin.cancel(_, ctx)
    local current = await_turn(ctx)
    if current.panel then
      answers.close(ctx, definition, current)
    elseif current.seen.busy then
      interrupt(ctx)
    end
    return { last_intent = "cancel" }
  end

  function plugin.clear_draft(_, ctx)
    local found = definition.read(ctx).composer
    if not found then ctx:fail("no composer is on the screen") end
    prompting.clear(ctx, definition, found, 1)
    return { last_intent = "clear_draft" }
  end

  definition.modes, definition.changes_mode_in = definition.describe.modes, idle
  if definition.modes then
    function plugin.set_mode(params, ctx)
      modes.set(ctx, definition, params.mode)
      return { last_intent = "set_mode" }
    end
  end

  if definition.menu then
    function plugin.slash_command(params, ctx)
      local name, arguments = commands.parse(ctx, params)
      if not prompting.free(ctx, definition).composer.empty then ctx:fail("the composer contains a draft: clear it first") end
      commands.run(ctx, definition, name, arguments)
      return { last_intent = "slash_command" }
    end
  end
end

function adapter.new(definition)
  local plugin, memory = {}, new_memory()
  definition.rules = rules.with(definition.rules)
  local stream = events.new {
    submission = function() return memory.submission end,
    has_run = function() return not memory.pending end,
    is_pending = function() return memory.pending ~= nil end,
  }

  local keys, marked = definition.clear, definition.menu
  function definition.clear(_, try) return { keys[(try - 1) % #keys + 1] } end
  function definition.menu(current)
    local name = marked(current)
    return { name }, name and 1
  end
  function definition.composer(ctx) return definition.see(ctx).composer end
  definition.folds, definition.scrolls = { definition.folded }, true

  -- What the other modules of plugins/lib read.
  function definition.read(ctx)
    local ui, reported = classify_screen(definition, memory, ctx)
    local is_complete = not reported.unknown or ctx.stable_ms >= drawn_ms
    return {
      seen = ui,
      reported = reported,
      state = is_complete and reported.state or "starting",
      composer = ui.composer,
      panel = ui.panel,
      thinking = reported.state == "thinking",
    }
  end

  function plugin.classify(ctx)
    local ui, judgement = classify_screen(definition, memory, ctx)
    local reported = stabilize(memory, ui, judgement)
    reported.events = stream:read(ctx, not reported.partly and reported or nil)
    if stream:are_waiting() then reported.recheck_ms = 1 end
    memory.before, memory.dialog_id = reported.state, reported.metadata.dialog_id
    memory.turn = reported.state == "thinking" and ui.turn or memory.turn
    reported.partly, reported.unknown = nil, nil
    return reported
  end

  definition.describe.events = true
  local described = agent.describe(definition.describe)
  function plugin.describe() return described end

  add_answers(plugin, definition)
  add_turns(plugin, definition, memory)
  waits.add(plugin, function(ctx) return stabilize(memory, classify_screen(definition, memory, ctx)) end)
  return plugin
end

return adapter
