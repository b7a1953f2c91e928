-- States, intents and parameters of the plugin, as `plugin.describe` returns them.

local nothing = { type = "object", additionalProperties = false }

local function params(properties, required)
  return { type = "object", properties = properties, required = required, additionalProperties = false }
end

return {
  intents = {
    {
      name = "eval",
      description = "Evaluates code, of one line or of several, which count as one. What came of it is in "
        .. "metadata.result of the state `ready` or `error` that follows.",
      params_schema = params({
        code = { type = "string", description = "In the language of the loop." },
      }, { "code" }),
    },
    {
      name = "send_input",
      description = "Types text as it is: for a program that reads it, or the rest of what is not complete.",
      params_schema = params {
        text = { type = "string", description = "What is typed." },
        enter = { type = "boolean", default = true, description = "Whether Enter follows." },
      },
    },
    { name = "interrupt", description = "Control-C: ends an evaluation, drops what was begun.", params_schema = nothing },
    { name = "exit", description = "Control-D: ends the loop, or leaves a debugger.", params_schema = nothing },
    { name = "quit_pager", description = "Leaves a pager.", params_schema = nothing },
  },
  wait_matchers = {
    {
      name = "wait_turn_matcher",
      description = "Until an evaluation is over, or something wants input, or the process has ended.",
      params_schema = nothing,
    },
    { name = "wait_ready_matcher", description = "Until the loop is at its prompt.", params_schema = nothing },
  },
  states = {
    { name = "starting", description = "The screen is still blank." },
    { name = "ready", description = "At a prompt. metadata.result: { output, truncated, language }." },
    { name = "error", description = "At a prompt, after a failure; metadata.result.error is its line." },
    { name = "running", description = "Something is evaluated." },
    { name = "continuation", description = "The loop wants more of what was begun." },
    { name = "debugger", description = "At the prompt of a debugger." },
    { name = "pager", description = "A pager waits for a key." },
    { name = "exited", description = "The process has ended. metadata: exit_code or signal." },
  },
}
