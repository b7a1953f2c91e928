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
    {
      name = "approve",
      description = "Choose the plain Yes of a permission, of a plan (if possible the one after which edits are "
        .. "approved by hand) or of entering plan mode. Never chooses a Yes that remembers or switches the mode. If "
        .. "there is no other, it is refused, and the refusal lists the choices. Also refused if metadata.permission "
        .. "has a doubt, or is cut and accept_cut is not set.",
    },
    {
      name = "deny",
      description = "Press Escape. In every version this denies and interrupts the whole turn, and so does choosing "
        .. "No: Claude never continues after a denial. The next state is `ready`. Closes a page if one is open.",
    },
    "choose_option", "answer_question", "approve_trust", "deny_trust",
    {
      name = "cancel",
      description = "Press Escape if a turn is running or a dialog or page is open. Otherwise send nothing.",
    },
    { name = "force_cancel", description = "Press Escape, and again if the turn is still running." },
    "slash_command",
    {
      name = "set_mode",
      description = "Press shift+tab until the footer shows the mode: default, acceptEdits, plan, auto or "
        .. "bypassPermissions. Reads the footer before each key.",
    },
    "attach_file", "clear_draft",
    {
      name = "dismiss_welcome",
      description = "Press Enter on a page of the first start (theme, security notes). Else send nothing.",
    },
    { name = "expand", description = "Press Ctrl+O: open or close the detailed transcript." },
    "model_effort_left", "model_effort_right", "key",
  },
  states = {
    "starting", "ready", "waiting_for_login", "waiting_for_trust", "waiting_for_model_select",
    {
      name = "waiting_for_enter_plan_mode",
      description = "Claude Code asks whether to plan first (versions before 2.1).",
    },
    "waiting_for_plan_approval", "waiting_for_permission", "waiting_for_external_editor", "usage_screen",
    "local_ui_screen", "waiting_for_user_input", "thinking", "cancelling", "completed_turn", "error",
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
