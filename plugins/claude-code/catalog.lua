-- States, intents and parameters of the plugin, as `plugin.describe` returns them.

local agent = require "lib/agent"

return agent.describe {
  program = "Claude Code",
  intents = {
    {
      name = "send_prompt",
      description = "Send a prompt. Replaces a draft in the composer. Checks that the prompt is in the composer before "
        .. "Enter, and has left it after. Waits while Claude Code starts or a cancelled turn settles. Refused while a "
        .. "turn is running or a dialog is open. A prompt that begins with / is refused. To be sent as plain text, a "
        .. "prompt that begins with ! or # gets a leading blank, and one that ends with a backslash or a word with @ "
        .. "gets a trailing blank.",
    },
    "steer",
    "approve",
    {
      name = "deny",
      description = "Press Escape. In every version this denies and interrupts the whole turn, and so does choosing "
        .. "No: Claude never continues after a denial. The next state is `ready`. Closes a page if one is open.",
    },
    "choose_option", "answer_question", "approve_trust", "deny_trust",
    "cancel", "force_cancel",
    "slash_command", "set_mode", "attach_file", "clear_draft",
    "dismiss_welcome", "expand", "model_effort_left", "model_effort_right", "key",
  },
  states = {
    "starting", "ready", "waiting_for_login", "waiting_for_trust", "waiting_for_model_select",
    "waiting_for_enter_plan_mode", "waiting_for_plan_approval", "waiting_for_permission",
    "waiting_for_external_editor", "usage_screen", "local_ui_screen", "waiting_for_user_input", "thinking",
    "cancelling", "completed_turn", "error",
  },
  events = true,
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
    Bash = "execute", PowerShell = "execute",
    Edit = "edit", NotebookEdit = "edit", Update = "edit", Write = "edit",
    Fetch = "fetch", WebFetch = "fetch", WebSearch = "fetch",
    Glob = "search", Grep = "search", LS = "search", Search = "search",
    Read = "read",
  },
  arguments = {
    session = { "--session-id", "{session}" },
    resume = { "--resume", "{session}" },
    -- Without the =, the option would take the next argument too.
    mcp_servers = { "--mcp-config={file}" },
  },
}
