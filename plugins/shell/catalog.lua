-- What the plugin offers, as `plugin.describe` tells it.

local nothing = { type = "object", additionalProperties = false }

local function params(properties, required)
  return { type = "object", properties = properties, required = required, additionalProperties = false }
end

local text = function(description) return { type = "string", description = description } end

return {
  intents = {
    {
      name = "run",
      description = "Runs a command, of one line or of several. What it printed and how it ended is in "
        .. "metadata.command of the state `ready` that follows. The first one sets the shell up.",
      params_schema = params({
        command = text("What would be typed at the prompt; several lines count as one command."),
        how = {
          enum = { "marks", "inline" },
          description = "`inline` sets nothing up: the command is typed between two marks of its own, which needs a "
            .. "shell that knows `eval` and `$?`. Default: marks, or inline in a shell that does not make them.",
        },
      }, { "command" }),
    },
    {
      name = "setup",
      description = "Has the shell mark its prompts and commands; also one that was started in the first. Nothing of "
        .. "it stays on the screen.",
      params_schema = nothing,
    },
    {
      name = "send_input",
      description = "Types text as it is, for a program that reads it or as a command that is not waited for.",
      params_schema = params {
        text = text("What is typed."),
        enter = { type = "boolean", default = true, description = "Whether Enter follows." },
      },
    },
    {
      name = "answer_password",
      description = "Types a password where one is asked for, and Enter. It is neither kept nor logged.",
      params_schema = params({ password = text("Without control characters.") }, { "password" }),
    },
    { name = "quit_pager", description = "Leaves a pager.", params_schema = nothing },
    { name = "interrupt", description = "Control-C: ends what runs, drops what is typed.", params_schema = nothing },
    { name = "eof", description = "Control-D: ends input; at an empty prompt, the shell.", params_schema = nothing },
  },
  wait_matchers = {
    {
      name = "wait_turn_matcher",
      description = "Until a command is over, or something wants input: a prompt, the rest of a command, a password, "
        .. "a pager, or the end of the process.",
      params_schema = nothing,
    },
    { name = "wait_ready_matcher", description = "Until the shell is at its prompt.", params_schema = nothing },
  },
  states = {
    { name = "starting", description = "Nothing is shown yet." },
    { name = "ready", description = "At a prompt. metadata.command: { text, output, exit_code, truncated }." },
    { name = "running", description = "A command runs. metadata.full_screen: it has the alternate screen." },
    { name = "continuation", description = "The shell wants the rest of a command." },
    { name = "password_prompt", description = "A secret is asked for. metadata.prompt: in what words." },
    { name = "pager", description = "A pager waits for a key." },
    { name = "exited", description = "The process has ended. metadata: exit_code or signal." },
  },
}
