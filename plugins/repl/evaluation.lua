-- The last input and its result: the transcript after a label that is set with each Enter.

local output = require "output"

local evaluation = {}

evaluation.label = "repl:sent"

-- Cursors count UTF-16 units. A character of four bytes has two units.
local function tail(text, units)
  if not text:find("[\128-\255]") then return units == 0 and "" or text:sub(-units) end
  local at = #text
  while at > 0 and units > 0 do
    local byte = text:byte(at)
    if byte < 128 or byte >= 192 then units = units - (byte >= 240 and 2 or 1) end
    at = at - 1
  end
  return text:sub(at + 1)
end

-- Returns the output after the line feed of Enter, or nil before it arrives. The second value is true when output was
-- lost.
function evaluation.answer(ctx)
  local from = ctx.markers[evaluation.label]
  if not from then return nil end
  if from < ctx.transcript_start then return output.without_drawing(ctx.transcript), true end
  local since = output.without_drawing(tail(ctx.transcript, ctx.cursor - from))
  local _, enter = since:find("\n", 1, true)
  return enter and since:sub(enter + 1), false
end

function evaluation.sent(ctx) return ctx.markers[evaluation.label] ~= nil end

local kept = {}

-- Input of others has no label. The only source is the rows between the last two prompts.
local function shown(language)
  local screen = ptywright.screen
  local row = screen.cursor().row
  for above = row - 1, 0, -1 do
    if screen.row(above):find(language.prompt) then
      local text = table.concat(screen.rows(above + 1, row - 1), "\n")
      return { output = text, error = language.failure(text), truncated = above == 0, language = language.name }
    end
  end
end

-- Returns what was printed before the next prompt.
function evaluation.result(ctx, language)
  if not evaluation.sent(ctx) then return shown(language) end
  local answer, truncated = evaluation.answer(ctx)
  if not answer then return nil end
  if kept.cursor == ctx.cursor and kept.size == #answer then return kept.result end
  local text = ptywright.text.printed(answer)
  text = text:match("^(.*\n)[^\n]*$") or (language.ended and text:match("^(.*)" .. language.ended)) or ""
  local failure = language.failure(text)
  kept = {
    cursor = ctx.cursor,
    size = #answer,
    result = { output = text, error = failure, truncated = truncated, language = language.name },
  }
  return kept.result
end

return evaluation
