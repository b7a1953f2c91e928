-- States, intents and parameters of the plugin, as `plugin.describe` returns them.

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

local partial = {
  type = "boolean",
  default = false,
  description = "Stop at the first question without an answer. The next state reports it.",
}
local dialog_id = text("metadata.dialog_id of the answered state. Refused if another dialog is open by then.")
local one_dialog = params { dialog_id = dialog_id }
local accept_cut = {
  type = "boolean",
  default = false,
  description = "Permit a dialog that is not completely on the screen (metadata.permission.cut). Without it, a Yes in "
    .. "such a dialog is refused. Pass it only if you know the whole command from another source, such as a hook.",
}

local function intent(name, description, schema)
  return { name = name, description = description, params_schema = schema or nothing }
end

local function state(name, description) return { name = name, description = description } end

return {
  intents = {
    intent("send_prompt", "Send a prompt. Replaces a draft in the composer. Checks that the prompt is in the composer "
      .. "before Enter, and has left it after. Waits while Claude Code starts or a cancelled turn settles. Refused while "
      .. "a turn is running or a dialog is open. A prompt that begins with / is refused. To be sent as plain text, a "
      .. "prompt that begins with ! or # gets a leading blank, and one that ends with a backslash or a word with @ gets "
      .. "a trailing blank.",
      params({ prompt = text("One or more lines. Control characters except tab and newline are removed.") },
        { "prompt" })),
    intent("steer", "Add text to the running turn. Refused if no turn is running.",
      params({ prompt = text("As in send_prompt.") }, { "prompt" })),
    intent("approve", "Choose the plain Yes of a permission, of a plan (if possible the one after which edits are "
      .. "approved by hand) or of entering plan mode. Never chooses a Yes that remembers or switches the mode. If there "
      .. "is no other, it is refused, and the refusal lists the choices. Also refused if metadata.permission has a "
      .. "doubt, or is cut and accept_cut is not set.", params({ dialog_id = dialog_id, accept_cut = accept_cut }, nil, {
        { dialog_id = "5d1c9e2a" },
        { dialog_id = "5d1c9e2a", accept_cut = true },
      })),
    intent("deny", "Press Escape. In every version this denies and interrupts the whole turn, and so does choosing No: "
      .. "Claude never continues after a denial. The next state is `ready`. Closes a page if one is open.", one_dialog),
    intent("choose_option", "Choose an option by its number or label. Moves the mark to it, checks the mark before "
      .. "Enter, and then checks that the dialog changes. Ticks or unticks an option with a checkbox. A Yes of a "
      .. "permission is refused if approve would be refused.", params({
      index = { type = "integer", minimum = 1, description = "Number of the option. Without numbers, its position." },
      option = text("Number or label of the option. The beginning of a label is enough, in whole words, if only one "
        .. "option matches. A plain Yes never matches one that lasts or does more. An ambiguous label is refused."),
      choice = text("Alias of option."),
      dialog_id = dialog_id,
      accept_cut = accept_cut,
    }, nil, { { option = "No" }, { index = 1, dialog_id = "5d1c9e2a", accept_cut = true } })),
    intent("answer_question", "Answer all questions of a dialog, each as choose_option would, and submit the "
      .. "answers.", params({
      answers = {
        type = "array",
        minItems = 1,
        description = "One answer per question, in order: a number or a label, or a list of them for a question "
          .. "with checkboxes.",
        items = { anyOf = {
          { type = "string" },
          { type = "integer" },
          { type = "array", items = { type = { "string", "integer" } } },
        } },
      },
      partial = partial,
      dialog_id = dialog_id,
    }, { "answers" })),
    intent("approve_trust", "Choose the Yes of the trust dialog, at any position.", one_dialog),
    intent("deny_trust", "Choose the No of the trust dialog. Claude Code ends.", one_dialog),
    intent("cancel", "Press Escape if a turn is running or a dialog or page is open. Otherwise send nothing."),
    intent("force_cancel", "Press Escape, and again if the turn is still running."),
    intent("slash_command", "Run exactly the named command, or none. Checks its row in the menu before Enter. Refused "
      .. "while the composer contains a draft.", params {
      command = text("Name of the command, with or without the slash. Arguments may follow."),
      name = text("Alias of command."),
      arguments = text("Text after the command, in one line."),
    }),
    intent("set_mode", "Press shift+tab until the footer shows the mode. Reads the footer before each key.",
      params({
        mode = text("default, acceptEdits, plan, auto or bypassPermissions; a mode that is not offered is refused."),
      }, { "mode" })),
    intent("attach_file", "Paste a path into the composer after the draft, without Enter.",
      params({ path = text("Path of the file, in one line.") }, { "path" })),
    intent("clear_draft", "Clear the composer."),
    intent("dismiss_welcome", "Press Enter on a page of the first start (theme, security notes). Else send nothing."),
    intent("expand", "Press Ctrl+O: open or close the detailed transcript."),
    intent("model_effort_left", "Press Left in the model picker or on the effort page.", one_dialog),
    intent("model_effort_right", "Press Right in the model picker or on the effort page.", one_dialog),
    intent("key", "Press a key by its name. Other text is typed literally. Nothing is verified.",
      params({ key = text("Name of a key (enter, escape, ctrl_c, shift+tab …), or text.") }, { "key" })),
  },
  wait_matchers = {
    { name = "wait_turn_matcher", description = "Wait until Claude Code needs input or has finished: every "
      .. "state except starting, thinking and cancelling. adapter.wait {states} returns it.", params_schema = nothing },
    { name = "wait_cancel_settled_matcher", description = "Wait until no turn is running.", params_schema = nothing },
  },
  states = {
    state("starting", "No input is accepted yet."),
    state("ready", "The composer accepts a prompt. No turn has just ended, or the last one was interrupted "
      .. "(metadata.turn.interrupted)."),
    state("waiting_for_login", "A login, the question about an API key, or a turn that ended because a login is missing. "
      .. "metadata.login: { kind, url, options }."),
    state("waiting_for_trust", "The trust dialog is open. metadata.trust: { kind, path, options }, metadata.dialog_id."),
    state("waiting_for_model_select", "The model picker is open. metadata.model_select: { options, current, effort }."),
    state("waiting_for_enter_plan_mode", "Claude Code asks whether to plan first (versions before 2.1)."),
    state("waiting_for_plan_approval", "A plan needs approval. metadata.plan is its text, metadata.options its choices."),
    state("waiting_for_permission", "A tool asks for permission. metadata.permission: { tool, summary, description, "
      .. "cut, wrapped, doubt (why the dialog may not show everything that it permits), options with their meaning: "
      .. "yes, yes_and_remember, yes_and_switch_mode, yes_and_tell, no, tell }."),
    state("waiting_for_external_editor", "An external editor has the draft and the screen."),
    state("usage_screen", "The usage page is open. metadata.usage."),
    state("local_ui_screen", "Another page of Claude Code is open. metadata.screen: { title, tab, hint, options }."),
    state("waiting_for_user_input", "The model asks a question. metadata.question: { text, multi_select, options, tabs }."),
    state("thinking", "A turn is running. metadata.turn: { text, progress }, metadata.tools; metadata.error with "
      .. "retrying while Claude Code retries after an error."),
    state("cancelling", "A turn was cancelled, and is still running or the screen still changes."),
    state("completed_turn", "The last prompt was answered. metadata.turn: { prompt, text, duration_ms }."),
    state("error", "The last turn ended in an error, or the process has ended. metadata.error: { kind, message, "
      .. "retry_after_s }; kind is auth, rate_limit, quota, overloaded, too_long, refusal, connection, api, exited or "
      .. "unknown."),
  },
  agent = {
    events = true,
    states = {
      starting = { role = "starting" },
      ready = { role = "idle" },
      completed_turn = { role = "idle" },
      thinking = { role = "busy" },
      cancelling = { role = "busy" },
      waiting_for_external_editor = { role = "busy" },
      waiting_for_permission = { role = "permission", details = "permission" },
      waiting_for_plan_approval = { role = "permission" },
      waiting_for_enter_plan_mode = { role = "permission", details = "enter_plan_mode" },
      waiting_for_trust = { role = "permission", details = "trust", yes = "approve_trust", no = "deny_trust" },
      waiting_for_user_input = { role = "question", details = "question" },
      waiting_for_login = { role = "login" },
      waiting_for_model_select = { role = "page" },
      usage_screen = { role = "page" },
      local_ui_screen = { role = "page" },
      error = { role = "failed" },
    },
    -- On the alternate screen, the rows of a long answer are never drawn.
    environment = { CLAUDE_CODE_DISABLE_ALTERNATE_SCREEN = "1" },
    modes = {
      { id = "default", name = "Ask", description = "Ask before edits and commands." },
      { id = "acceptEdits", name = "Accept edits", description = "Edit files without asking." },
      { id = "plan", name = "Plan", description = "Plan first, and change nothing." },
      { id = "auto", name = "Auto", description = "Ask only about what looks risky." },
      { id = "bypassPermissions", name = "Bypass permissions", description = "Ask nothing." },
    },
    commands = {
      { name = "compact", description = "Summarize the conversation.", hint = "what to keep" },
      { name = "clear", description = "Start a new conversation." },
      { name = "init", description = "Write a CLAUDE.md for this project." },
      { name = "review", description = "Review a pull request.", hint = "number of the pull request" },
      { name = "security-review", description = "Review the changes of this branch for vulnerabilities." },
    },
    tools = {
      Bash = "execute",
      PowerShell = "execute",
      Edit = "edit",
      Fetch = "fetch",
      Glob = "search",
      Grep = "search",
      LS = "search",
      NotebookEdit = "edit",
      Read = "read",
      Search = "search",
      Update = "edit",
      WebFetch = "fetch",
      WebSearch = "fetch",
      Write = "edit",
    },
    arguments = {
      session = { "--session-id", "{session}" },
      resume = { "--resume", "{session}" },
      -- Without the =, the option would take the next argument too.
      mcp_servers = { "--mcp-config={file}" },
    },
  },
}
