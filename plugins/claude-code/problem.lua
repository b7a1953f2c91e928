-- Reads errors of a turn: an error that ended it, or one after which Claude Code retries.

local errors = require "lib/errors"

local screen, text = ptywright.screen, ptywright.text

local problem = {}

local function read_error(words, row)
  local error = errors.read(words)
  error.row = row
  return error
end

-- Beginnings of a final error. The model can write the same text, but not in the same colour.
local openings = { "API Error", "Please run /login", "Invalid API key", "Credit balance", "Request timed out" }

-- Whether the first words of a block are coloured. Text of the model is not. If nothing is coloured, colours are off.
local function is_of_program(view, row, echo)
  local style = screen.style_at(row, 4)
  if style.fg then return true end
  return not (echo and next(screen.style_at(echo.row, 2)))
end

-- A prompt with a result but no answer means that Claude Code itself reported something.
local function without_answer(turn)
  local block = turn.blocks[1]
  if not turn.echo or turn.echo.kind ~= "prompt" or turn.echo.text:find("^/") then return nil end
  if not block or not block.result or block.lines[1] ~= "" or #turn.blocks > 1 then return nil end
  return table.concat(block.result, " "), block.row
end

-- Returns the error that Claude Code retries after, while the turn runs.
function problem.passing(turn)
  local activity = turn.activity
  local words = activity and activity.kind == "retry" and activity.words
  if not words then
    local block = turn.blocks[1]
    local result = block and block.lines[1] == "" and block.result and table.concat(block.result, " ")
    words = result and result:find("[Rr]etrying in") and result
  end
  if not words then return nil end
  local error = read_error(words)
  error.retrying, error.attempt = true, tonumber(words:match("attempt (%d+)"))
  return error
end

-- Returns the error that ended the turn as { kind, message, row, login }, or nil. `untimed`: a failed turn has no row
-- with its duration. If that row exists, text that looks like an error is an answer.
function problem.final(view, turn, composer, untimed)
  if problem.passing(turn) then return nil end
  local words, row = without_answer(turn)
  if words and not text.starts(words, "Interrupted") then return read_error(words, row) end
  local block = turn.blocks[#turn.blocks]
  if not block or block.result and block.lines[1] ~= "" then return nil end
  if text.has(composer.placeholder or "", "resend your message", true) then return read_error(table.concat(block.lines, " "), block.row) end
  if untimed and turn.activity and turn.activity.kind == "done" then return nil end
  if not text.starts(block.lines[1], openings) or not is_of_program(view, block.row, turn.echo) then return nil end
  return read_error(table.concat(block.lines, " "), block.row)
end

-- Whether the message names the login command. A wrong key is an ordinary error.
function problem.needs_login(error) return text.has(error.message, { "/login", "Not logged in" }) ~= nil end

return problem
