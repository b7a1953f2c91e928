-- States, intents and parameters of the plugin, as `plugin.describe` returns them.

local nothing = { type = "object", additionalProperties = false }

local function params(properties, required)
  return { type = "object", properties = properties, required = required, additionalProperties = false }
end

local text = function(description) return { type = "string", description = description } end

return {
  intents = {
    {
      name = "run",
      description = "Run a command of one or more lines. Its output and exit status are in metadata.command of "
        .. "the next `ready` state. The first command sets up the shell.",
      params_schema = params({
        command = text("Text to type at the prompt. Several lines count as one command."),
        how = {
          enum = { "marks", "inline" },
          description = "`inline` needs no setup: the command is typed between two separate marks, which needs a "
            .. "shell with `eval` and `$?`. Default: marks, or inline in a shell that does not print marks.",
        },
      }, { "command" }),
    },
    {
      name = "setup",
      description = "Make the shell mark its prompts and commands. Also works for a shell inside the first one. "
        .. "Leaves nothing on the screen.",
      params_schema = nothing,
    },
    {
      name = "send_input",
      description = "Type text literally, for a program that reads it or as a command without waiting.",
      params_schema = params {
        text = text("Text to type."),
        enter = { type = "boolean", default = true, description = "Press Enter after the text." },
      },
    },
    {
      name = "answer_password",
      description = "Type a password and Enter at a password prompt. The password is neither stored nor logged.",
      params_schema = params({ password = text("The password, without control characters.") }, { "password" }),
    },
    { name = "quit_pager", description = "Quit a pager.", params_schema = nothing },
    {
      name = "interrupt",
      description = "Press Control-C: end the running program, or drop the typed text.",
      params_schema = nothing,
    },
    {
      name = "eof",
      description = "Press Control-D: end the input, or the shell at an empty prompt.",
      params_schema = nothing,
    },
  },
  wait_matchers = {
    {
      name = "wait_turn_matcher",
      description = "Wait until a command ends, or input is needed: a prompt, the rest of a command, a password, "
        .. "a pager, or the end of the process.",
      params_schema = nothing,
    },
    { name = "wait_ready_matcher", description = "Wait until the shell is at its prompt.", params_schema = nothing },
  },
  states = {
    { name = "starting", description = "The screen is still blank." },
    { name = "ready", description = "At a prompt. metadata.command: { text, output, exit_code, truncated }." },
    { name = "running", description = "A command is running. metadata.full_screen: it uses the alternate screen." },
    { name = "continuation", description = "The shell waits for the rest of a command." },
    { name = "password_prompt", description = "A program asks for a secret. metadata.prompt is the text of the prompt." },
    { name = "pager", description = "A pager waits for a key." },
    { name = "exited", description = "The process has ended. metadata: exit_code or signal." },
  },
}
