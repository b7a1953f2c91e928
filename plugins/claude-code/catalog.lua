-- What the plugin offers, as `plugin.describe` tells it.

local nothing = { type = "object", additionalProperties = false }

local function params(properties, required)
  return { type = "object", properties = properties, required = required, additionalProperties = false }
end

local function text(description) return { type = "string", description = description } end

local dialog_id = text("metadata.dialog_id of the state that is answered. With it, another dialog than that is refused.")
local one_dialog = params { dialog_id = dialog_id }

local function intent(name, description, schema)
  return { name = name, description = description, params_schema = schema or nothing }
end

local function state(name, description) return { name = name, description = description } end

return {
  intents = {
    intent("send_prompt", "Sends a prompt. A draft in the composer goes; the words are seen in the composer before Enter, "
      .. "and seen to leave it after. Waits while Claude Code starts or a cancelled turn settles; refused while a turn "
      .. "runs or a dialog is there. A prompt that begins with / is refused; one that begins with ! or # gets a blank "
      .. "before it, and one that ends in a backslash or a word with @ gets one behind it, so that all are words.",
      params({ prompt = text("One line or many. Control characters but tab and newline are left out.") }, { "prompt" })),
    intent("steer", "Puts words into a turn that runs. Refused when none does.",
      params({ prompt = text("As of send_prompt.") }, { "prompt" })),
    intent("approve", "Chooses the plain Yes of a permission, of a plan (the one after which edits are approved by "
      .. "hand, where there is one) or of entering plan mode. Never one that remembers or switches the mode: where "
      .. "there is no other, it is refused, and the refusal names the choices.", one_dialog),
    intent("deny", "Escape. In every version this denies and interrupts the whole turn, and so does choosing No: there "
      .. "is no denial after which Claude goes on. The state that follows is `ready`. A page is closed.", one_dialog),
    intent("choose_option", "Chooses an option by its number or words. The mark is moved to it and read there before "
      .. "Enter; then the dialog is seen to change. Where options are ticked, it ticks or unticks.", params {
      index = { type = "integer", minimum = 1, description = "Its number; without numbers its place." },
      option = text("Its number or its label. The beginning of a label will do, in whole words and of one only; a mere "
        .. "Yes stands for none that lasts or does more. What could be several is refused."),
      choice = text("The same as option."),
      dialog_id = dialog_id,
    }),
    intent("answer_question", "Answers all questions of a dialog, each as choose_option would, and hands the answers "
      .. "in.", params({
      answers = {
        type = "array",
        minItems = 1,
        description = "For each question in turn a number or a label, or a list of those where several are to be "
          .. "ticked.",
        items = { anyOf = {
          { type = "string" },
          { type = "integer" },
          { type = "array", items = { type = { "string", "integer" } } },
        } },
      },
      dialog_id = dialog_id,
    }, { "answers" })),
    intent("approve_trust", "Chooses the Yes of the question for trust, wherever it stands.", one_dialog),
    intent("deny_trust", "Chooses the No of the question for trust: Claude Code ends.", one_dialog),
    intent("cancel", "Escape, if a turn runs or a dialog or page is open; otherwise nothing is sent."),
    intent("force_cancel", "Escape, and once more if the turn still runs."),
    intent("slash_command", "Runs the command that is named, or none: its row in the menu is read before Enter. Refused "
      .. "while a draft is in the composer.", params {
      command = text("With or without its slash; arguments may follow."),
      name = text("The same as command."),
      arguments = text("What follows the command, in one line."),
    }),
    intent("set_mode", "Presses shift+tab until the footer names the mode, each time reading it again.",
      params({
        mode = text("default, acceptEdits, plan, auto or bypassPermissions; what is not offered is refused."),
      }, { "mode" })),
    intent("attach_file", "Pastes a path into the composer, behind the draft, without Enter.",
      params({ path = text("One line.") }, { "path" })),
    intent("clear_draft", "Empties the composer."),
    intent("dismiss_welcome", "Enter on a page of the first start (theme, security notes); elsewhere nothing is sent."),
    intent("expand", "Ctrl+O: the detailed transcript, and back."),
    intent("model_effort_left", "Left, in the model picker or on the page of efforts.", one_dialog),
    intent("model_effort_right", "Right, likewise.", one_dialog),
    intent("key", "Presses a key by its name; what is no name is typed as it is. Nothing is verified.",
      params({ key = text("enter, escape, ctrl_c, shift+tab … or text.") }, { "key" })),
  },
  wait_matchers = {
    { name = "wait_turn_matcher", description = "Until Claude Code wants something or has done what was asked: every "
      .. "state but starting, thinking and cancelling. adapter.wait {states} says which.", params_schema = nothing },
    { name = "wait_cancel_settled_matcher", description = "Until no turn runs.", params_schema = nothing },
  },
  states = {
    state("starting", "Nothing that takes input is drawn yet."),
    state("ready", "The composer takes a prompt; no turn has just ended, or the last one was interrupted "
      .. "(metadata.turn.interrupted)."),
    state("waiting_for_login", "A login, the question for an API key, or a turn that ended for want of a login. "
      .. "metadata.login: { kind, url, options }."),
    state("waiting_for_trust", "The question for trust. metadata.trust: { kind, path, options }, metadata.dialog_id."),
    state("waiting_for_model_select", "The model picker. metadata.model_select: { options, current, effort }."),
    state("waiting_for_enter_plan_mode", "Whether to plan first (versions before 2.1)."),
    state("waiting_for_plan_approval", "A plan. metadata.plan is its text, metadata.options what can be chosen."),
    state("waiting_for_permission", "A tool wants a permission. metadata.permission: { tool, summary, description, "
      .. "options with their meaning: yes, yes_and_remember, yes_and_switch_mode, yes_and_tell, no, tell }."),
    state("waiting_for_external_editor", "An editor has the draft, and the screen."),
    state("usage_screen", "The usage page. metadata.usage."),
    state("local_ui_screen", "Another page of Claude Code's own. metadata.screen: { title, tab, hint, options }."),
    state("waiting_for_user_input", "The model asks. metadata.question: { text, multi_select, options, tabs }."),
    state("thinking", "A turn runs. metadata.turn: { text, progress }, metadata.tools; metadata.error with retrying "
      .. "while it is tried again after an error."),
    state("cancelling", "A turn was cancelled, and still runs or moves."),
    state("completed_turn", "The last prompt was answered. metadata.turn: { prompt, text, duration_ms }."),
    state("error", "The last turn ended in an error, or the process has ended. metadata.error: { kind, message, "
      .. "retry_after_s }; kind is auth, rate_limit, quota, overloaded, too_long, refusal, connection, api, exited or "
      .. "unknown."),
  },
}
