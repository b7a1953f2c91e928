-- What happens in a turn, as a list with numbers: a client that shows it as it happens asks for what came after the
-- last number that it has seen.

local events = {}

local most = 1024

local list, seq = {}, 0
-- The turn as it was when it was last looked at.
local known = { prompt = nil, text = "", tools = {}, ended = true, after = 0 }

local function tell(kind, fields)
  seq = seq + 1
  local event = { seq = seq, kind = kind }
  for name, value in pairs(fields) do event[name] = value end
  list[#list + 1] = event
  if #list > most then table.remove(list, 1) end
end

-- What was added to a text. Where its beginning has left the screen, what is shown is laid over the end of what is
-- known; a text that has only lost its end tells nothing.
local function joined(old, new)
  if new:sub(1, #old) == old then return new end
  if old:sub(1, #new) == new then return old end
  local head = new:sub(1, math.min(#new, 200))
  local at = old:find(head, 1, true)
  while at do
    local rest = old:sub(at)
    if new:sub(1, #rest) == rest then return old:sub(1, at - 1) .. new end
    at = old:find(head, at + 1, true)
  end
  return nil
end

local function tell_text(turn)
  local whole = joined(known.text, turn.text)
  if whole == nil then
    if turn.text ~= "" then tell("text_delta", { text = turn.text }) end
    known.text = turn.text
  elseif #whole > #known.text then
    tell("text_delta", { text = whole:sub(#known.text + 1) })
    known.text = whole
  end
end

local function complete(tool, status) tell("tool_completed", { id = tool.id, status = status }) end

local function tell_tool(tool)
  local before = known.tools[tool.id]
  if not before then
    tell("tool_started", { id = tool.id, name = tool.name, input = tool.input })
    before = { id = tool.id }
    known.tools[tool.id] = before
  end
  before.seen = true
  if before.done then return end
  if tool.status ~= "running" then
    before.done = true
    complete(tool, tool.status)
  elseif tool.result and tool.result ~= before.result then
    before.result = tool.result
    tell("tool_progress", { id = tool.id, summary = tool.result })
  end
end

-- A tool that is no longer shown has ended: later versions fold several into a sentence.
local function tell_tools(tools)
  for _, tool in pairs(known.tools) do tool.seen = false end
  for _, tool in ipairs(tools) do tell_tool(tool) end
  for _, tool in pairs(known.tools) do
    if not tool.seen and not tool.done then
      tool.done = true
      complete(tool, "completed")
    end
  end
end

local ends = { completed_turn = true, ready = true, error = true, waiting_for_login = true }

local function tell_end(told, turn)
  if known.ended or not ends[told.state] then return end
  known.ended = true
  local error = told.metadata.error
  if error and not error.retrying then tell("error", { category = error.kind, message = error.message }) end
  if told.state == "completed_turn" then tell("turn_complete", { text = known.text }) end
  if turn.interrupted then tell("turn_complete", { text = known.text, interrupted = true }) end
end

-- What happened in the turn before the last is nobody's news any more.
local function begin(turn)
  while list[1] and list[1].seq <= known.after do table.remove(list, 1) end
  known = { prompt = turn.prompt, text = "", tools = {}, ended = false, after = seq }
end

local function is_new(told, turn)
  if told.state == "thinking" and known.ended then return true end
  return turn.prompt ~= nil and known.prompt ~= nil and turn.prompt ~= known.prompt and known.ended and told.state == "thinking"
end

local function look(told)
  local turn = told.metadata.turn
  if not turn then return end
  if is_new(told, turn) then begin(turn) end
  if known.ended then return end
  tell_text(turn)
  tell_tools(told.metadata.tools or {})
  tell_end(told, turn)
end

-- Those after `last_event_seq`, or all that are kept.
function events.of(ctx, told)
  look(told)
  local after = ctx.last_event_seq or 0
  local found = {}
  for _, event in ipairs(list) do
    if event.seq > after then found[#found + 1] = event end
  end
  return found
end

return events
