-- The vocabulary of agents: one name and meaning for each state and intent, so that a client need not know which agent
-- it drives. A plugin names those that it supports, and returns the result of `agent.describe` from its `describe`.

local agent = {}

local nothing = { type = "object", additionalProperties = false }

local function params(properties, required, examples)
  return {
    type = "object",
    properties = properties,
    required = required,
    additionalProperties = false,
    examples = examples,
  }
end

local function text(description) return { type = "string", description = description } end

local dialog_id = text("metadata.dialog_id of the answered state. Refused if another dialog is open by then.")
local one_dialog = params { dialog_id = dialog_id }
local accept_cut = {
  type = "boolean",
  default = false,
  description = "Permit a dialog that is not completely on the screen (metadata.permission.cut). Without it, a Yes in "
    .. "such a dialog is refused. Pass it only if you know the whole command from another source, such as a hook.",
}
local accept_unseen = {
  type = "boolean",
  default = false,
  description = "Permit a dialog of a program that does not draw everything (metadata.permission.unseen). Without it, a "
    .. "Yes is refused. Pass it if a person decides, or if you trust the model not to hide anything.",
}
local partial = {
  type = "boolean",
  default = false,
  description = "Stop at the first question without an answer. The next state reports it.",
}
local number_or_label = { type = { "string", "integer" } }

-- In a description, {program} is the name of the program.
local intents = {
  send_prompt = {
    "Send a prompt. Replaces a draft in the composer. Checks that the prompt is in the composer before Enter, and has "
      .. "left it after. Waits while {program} starts or a cancelled turn settles. Refused while a turn is running or a "
      .. "dialog is open, and if the prompt begins with /.",
    params({ prompt = text("One or more lines. Control characters except tab and newline are removed.") }, { "prompt" }),
  },
  steer = {
    "Add text to the running turn. {program} reads it at its next step, or as the next prompt. Refused if no turn is "
      .. "running.",
    params({ prompt = text("As in send_prompt.") }, { "prompt" }),
  },
  approve = {
    "Choose the plain Yes of a permission, or of a plan, if possible the one after which edits are approved by hand. "
      .. "Never chooses a Yes that remembers or switches the mode. If there is no other, it is refused, and the refusal "
      .. "lists the choices. Also refused if metadata.permission has a doubt, is cut and accept_cut is not set, or is "
      .. "unseen and accept_unseen is not set.",
    params({ dialog_id = dialog_id, accept_cut = accept_cut, accept_unseen = accept_unseen }, nil, {
      { dialog_id = "5d1c9e2a" },
      { dialog_id = "5d1c9e2a", accept_cut = true },
    }),
  },
  deny = { "Deny a permission. Closes any other dialog or page.", one_dialog },
  choose_option = {
    "Choose an option by its number or label. Moves the mark to it, checks the mark before Enter, and then checks that "
      .. "the dialog changes. Ticks or unticks an option with a checkbox. A Yes of a permission is refused if approve "
      .. "would be refused.",
    params({
      index = { type = "integer", minimum = 1, description = "Number of the option. Without numbers, its position." },
      option = text("Number or label of the option. The beginning of a label is enough, in whole words, if only one "
        .. "option matches. A plain Yes never matches one that lasts or does more. An ambiguous label is refused."),
      choice = text("Alias of option."),
      dialog_id = dialog_id,
      accept_cut = accept_cut,
      accept_unseen = accept_unseen,
    }, nil, { { option = "No" }, { index = 1, dialog_id = "5d1c9e2a", accept_cut = true } }),
  },
  answer_question = {
    "Answer all questions of a dialog, each as choose_option would, and submit the answers.",
    params({
      answers = {
        type = "array",
        minItems = 1,
        description = "One answer per question, in order: a number or a label, or a list of them for a question "
          .. "with checkboxes.",
        items = {
          anyOf = { { type = "string" }, { type = "integer" }, { type = "array", items = number_or_label } },
        },
      },
      partial = partial,
      dialog_id = dialog_id,
    }, { "answers" }),
  },
  approve_trust = { "Choose the Yes of the trust dialog, at any position.", one_dialog },
  deny_trust = { "Choose the No of the trust dialog. {program} ends.", one_dialog },
  cancel = { "Cancel the turn, or close the dialog or page that is open. Otherwise send nothing." },
  force_cancel = { "Cancel the turn, and press the key again if it is still running." },
  slash_command = {
    "Run exactly the named command, or none. Checks its row in the menu before Enter. Refused while the composer "
      .. "contains a draft.",
    params {
      command = text("Name of the command, with or without the slash. Arguments may follow."),
      name = text("Alias of command."),
      arguments = text("Text after the command, in one line."),
    },
  },
  set_mode = {
    "Change the mode. Reads the mode on the screen before each key.",
    params({ mode = text("The id of a mode. A mode that is not offered is refused.") }, { "mode" }),
  },
  set_model = {
    "Choose a model in the model picker.",
    params({ model = text("The name of a model, as the picker shows it.") }, { "model" }),
  },
  attach_file = {
    "Paste a path into the composer after the draft, without Enter.",
    params({ path = text("Path of the file, in one line.") }, { "path" }),
  },
  clear_draft = { "Clear the composer." },
  dismiss_welcome = { "Press Enter on a page of the first start. Otherwise send nothing." },
  expand = { "Open or close the detailed transcript." },
  model_effort_left = { "Press Left in the model picker or on the effort page.", one_dialog },
  model_effort_right = { "Press Right in the model picker or on the effort page.", one_dialog },
  key = {
    "Press a key by its name. Other text is typed literally. Nothing is verified.",
    params({ key = text("Name of a key (enter, escape, ctrl_c, shift+tab …), or text.") }, { "key" }),
  },
}

local waits = {
  wait_turn_matcher = "Wait until {program} needs input or has finished: every state except starting, thinking and "
    .. "cancelling. adapter.wait {states} returns it.",
  wait_cancel_settled_matcher = "Wait until no turn is running.",
}

-- The description of a state, and how a client of agents reacts to it.
local states = {
  starting = { "No input is accepted yet.", { role = "starting" } },
  ready = {
    "The composer accepts a prompt. No turn has just ended, or the last one was interrupted "
      .. "(metadata.turn.interrupted).",
    { role = "idle" },
  },
  waiting_for_login = {
    "A login, the question about an API key, or a turn that ended because a login is missing. metadata.login: { kind, "
      .. "url, options }.",
    { role = "login" },
  },
  waiting_for_trust = {
    "The trust dialog is open. metadata.trust: { kind, path, options }, metadata.dialog_id.",
    { role = "permission", details = "trust", yes = "approve_trust", no = "deny_trust" },
  },
  waiting_for_model_select = {
    "The model picker is open. metadata.model_select: { options, current, effort }.",
    { role = "page" },
  },
  waiting_for_enter_plan_mode = {
    "{program} asks whether to plan first.",
    { role = "permission", details = "enter_plan_mode" },
  },
  waiting_for_plan_approval = {
    "A plan needs approval. metadata.plan is its text, metadata.options its choices.",
    { role = "permission" },
  },
  waiting_for_permission = {
    "A tool asks for permission. metadata.permission: { tool, summary, description, cut, wrapped, doubt (why the dialog "
      .. "may not show everything that it permits), unseen (what {program} never draws), options with their meaning: yes, yes_and_remember, "
      .. "yes_and_switch_mode, yes_and_tell, no, tell }.",
    { role = "permission", details = "permission" },
  },
  waiting_for_external_editor = { "An external editor has the draft and the screen.", { role = "busy" } },
  usage_screen = { "The usage page is open. metadata.usage.", { role = "page" } },
  local_ui_screen = {
    "Another page of {program} is open. metadata.screen: { title, tab, hint, options }.",
    { role = "page" },
  },
  waiting_for_user_input = {
    "The model asks a question. metadata.question: { text, multi_select, options, tabs }.",
    { role = "question", details = "question" },
  },
  thinking = {
    "A turn is running. metadata.turn: { text, progress }, metadata.tools; metadata.error with retrying while {program} "
      .. "retries after an error.",
    { role = "busy" },
  },
  cancelling = { "A turn was cancelled, and is still running or the screen still changes.", { role = "busy" } },
  completed_turn = {
    "The last prompt was answered. metadata.turn: { prompt, text, duration_ms }.",
    { role = "idle" },
  },
  error = {
    "The last turn ended in an error, or the process has ended. metadata.error: { kind, message, retry_after_s }; kind "
      .. "is auth, rate_limit, quota, overloaded, too_long, refusal, connection, api, exited or unknown.",
    { role = "failed" },
  },
}

-- A plugin gives a name, or a table whose other fields replace the shared ones.
local function entry(one, shared, kind)
  local own = type(one) == "table" and one or { name = one }
  local default = shared[own.name]
  if not default and not own.description then
    error(("agents have no %s %s: give it a description"):format(kind, own.name), 4)
  end
  return own, default or {}
end

-- Returns what `describe` of a plugin returns. `program` is the name of the program, `intents` and `states` are lists.
-- All other fields (`events`, `modes`, `commands`, `tools`, `hides`, `arguments`, `environment`) are those of an agent.
function agent.describe(given)
  local function named(words) return (words:gsub("{program}", given.program)) end

  local described = {
    intents = {},
    wait_matchers = {},
    states = {},
    agent = { states = {} },
  }
  for at, one in ipairs(given.intents) do
    local own, default = entry(one, intents, "intent")
    described.intents[at] = {
      name = own.name,
      description = own.description or named(default[1]),
      params_schema = own.params_schema or default[2] or nothing,
    }
  end
  for at, name in ipairs(given.wait_matchers or { "wait_turn_matcher", "wait_cancel_settled_matcher" }) do
    described.wait_matchers[at] = { name = name, description = named(waits[name]), params_schema = nothing }
  end
  for at, one in ipairs(given.states) do
    local own, default = entry(one, states, "state")
    described.states[at] = { name = own.name, description = own.description or named(default[1]) }
    described.agent.states[own.name] = own.agent or default[2]
  end
  for name, value in pairs(given) do
    if not described[name] and name ~= "program" and name ~= "wait_matchers" then described.agent[name] = value end
  end
  return described
end

return agent
