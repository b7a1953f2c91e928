-- Returns the last command that ended, with its output and exit status.

local marks = require "marks"
local output = require "output"

local command = {}

-- Without a start mark, the shell refused the line, or the output is longer than the transcript.
local function beginning(text, list, finish, at)
  local start, where = marks.newest(list, "C", at)
  if start and start.nonce == finish.nonce and start.number == math.max(0, finish.number - 1) then
    return start.last + 1, false
  end
  local prompt = marks.newest(list, "B", at)
  if not prompt or (where and list[where].first > prompt.first) then return 1, true end
  local _, line = text:find("\n", prompt.last, true)
  return line and line + 1 or finish.first, false
end

-- Caches the result, because the state is read many times while a prompt waits.
local kept = {}

-- `text` is the command, if the plugin sent it.
function command.last(ctx, list, text)
  local finish, at = marks.newest(list, "D")
  if not finish then return nil end
  local name = finish.nonce .. "." .. finish.number
  if kept.name == name and kept.text == text then return kept.command end
  local first, truncated = beginning(ctx.transcript, list, finish, at)
  kept = {
    name = name,
    text = text,
    command = {
      text = text,
      output = output.plain(ctx.transcript:sub(first, finish.first - 1)),
      exit_code = finish.status,
      truncated = truncated,
    },
  }
  return kept.command
end

return command
