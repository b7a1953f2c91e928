-- Numbered list of the events in a turn. A client reads the events after the last number that it has seen. Each turn
-- begins with one `turn_started` and ends with one `turn_complete`, and its events belong to no other turn.

local activity = require "activity"
local answer = require "answer"
local scrolled = require "scrolled"
local stream = require "stream"
local turns = require "turns"
local version = require "version"

local events = {}

-- Limits of the list, so that a state has room for its other fields. `most_new`: the characters that one read adds, so
-- that a client sees all of them before they are dropped. `most_text`: those of one event.
local most, most_chars, most_new, most_text = 256, 48 * 1024, 32 * 1024, 16 * 1024

-- `waiting`: events that later reads add.
local list, waiting, seq, chars = {}, {}, 0, 0

local function drop_first() chars = chars - #(table.remove(list, 1).text or "") end

local function append(kind, fields)
  seq = seq + 1
  local event = { seq = seq, kind = kind }
  for name, value in pairs(fields) do event[name] = value end
  waiting[#waiting + 1] = event
end

local function release()
  local room = most_new
  while waiting[1] and (room == most_new or #(waiting[1].text or "") <= room) do
    local event = table.remove(waiting, 1)
    list[#list + 1] = event
    chars, room = chars + #(event.text or ""), room - #(event.text or "")
    while #list > most or chars > most_chars and #list > 1 do drop_first() end
  end
end

-- Whether another read would add events, although nothing has changed.
function events.are_waiting() return waiting[1] ~= nil end

-- The current or last turn. `before`: the view of another turn when it began. `fresh`: some content of this turn was
-- seen. `submitted`: the adapter sent its prompt; `words` is that prompt without blanks. `ran`: it was seen running.
-- `reported`: its beginning was reported.
local known = { ended = true, after = 0, sent = stream.new(), tools = {} }

local function report_beginning()
  if known.reported then return end
  known.reported = true
  append("turn_started", {})
end

local function emit(kind, fields)
  report_beginning()
  append(kind, fields)
end

-- The last view of any turn.
local visible_last = { text = "", tools = "" }

local submissions = 0

local function bare(words) return words and (words:gsub("%s+", "")) end

local function ids(tools)
  local names = {}
  for at, tool in ipairs(tools) do names[at] = tool.id .. tool.status end
  return table.concat(names, "\n")
end

local function visible_of(prompt, words, tools)
  return { prompt = bare(prompt), text = words or "", tools = ids(tools) }
end

-- Compares by the end: lines above the last ones may leave the screen and come back.
local function ends_alike(one, other)
  if one == "" or other == "" then return one == other end
  local least = math.min(#one, #other)
  return one:sub(-least) == other:sub(-least)
end

local function is_same(one, other)
  if not one then return false end
  if one.prompt ~= other.prompt and (one.prompt and other.prompt or one.text == "") then return false end
  return ends_alike(one.text, other.text) and (one.tools == other.tools or one.prompt ~= other.prompt)
end

-- A shorter fragment does not identify its prompt.
local least_part = 40

local function is_part(prompt, words) return prompt ~= nil and #prompt >= least_part and words:find(prompt, 1, true) ~= nil end

-- For a prompt longer than the screen, different rows are visible at different times. They may have none in common.
local function is_known(prompt)
  if prompt == known.prompt then return true end
  return known.words ~= nil and is_part(prompt, known.words) and is_part(known.prompt, known.words)
end

-- Returns where to cut a text that is too long for one event: behind the last line feed, or before a character.
local function end_of_piece(text)
  if #text <= most_text then return #text end
  local piece = text:sub(1, most_text)
  return #(piece:match("^.*\n") or piece:match("^.*[\0-\127]") or piece)
end

local function emit_text(words, whole, final)
  local wraps = version.range().wraps
  local change = stream.add(known.sent, words, whole, final, function(seen) return scrolled.above(seen, wraps) end)
  if not change then return end
  local text, line, gap = change.text, change.line, change.gap
  repeat
    local last = end_of_piece(text)
    local piece = text:sub(1, last)
    if line then emit("text_replaced", { from_line = line, text = piece }) else emit("text_delta", { text = piece, gap = gap }) end
    text, line, gap = text:sub(last + 1), nil, nil
  until text == ""
end

local function complete(tool, status)
  tool.done = true
  emit("tool_completed", { id = tool.id, status = status })
end

local function emit_tool(tool)
  local before = known.tools[tool.id]
  if not before then
    emit("tool_started", { id = tool.id, name = tool.name, input = tool.input })
    before = { id = tool.id, name = tool.name }
    known.tools[tool.id] = before
  end
  before.seen = true
  if not before.done and tool.status ~= "running" then complete(before, tool.status) end
end

-- Returns the outcome of a tool that is no longer visible. Later versions fold several tools into one sentence. A
-- sentence about refused or interrupted tools names at most the last one. The others are the tools that no other
-- sentence mentions.
local function fate_of(tool, sentences)
  local fate = "completed"
  for _, sentence in ipairs(sentences) do
    if sentence.status == "cancelled" then fate = "cancelled" end
    if sentence.id == tool.id then return sentence.status end
  end
  for _, sentence in ipairs(sentences) do
    if sentence.status ~= "cancelled" and answer.mentions(sentence, tool.name) then return "completed" end
  end
  return fate
end

-- A sentence adds no new tools to the list.
local function emit_tools(tools)
  local sentences = {}
  for _, tool in pairs(known.tools) do tool.seen = false end
  for _, tool in ipairs(tools) do
    if tool.folded then sentences[#sentences + 1] = tool else emit_tool(tool) end
  end
  for _, tool in pairs(known.tools) do
    if not tool.seen and not tool.done then complete(tool, fate_of(tool, sentences)) end
  end
end

local function finish(fields)
  known.ended = true
  for _, tool in pairs(known.tools) do
    if not tool.done then complete(tool, fields.interrupted and "cancelled" or "completed") end
  end
  local line
  fields.text, fields.whole, line = stream.text(known.sent)
  fields.from_line = line > 0 and line or nil
  emit("turn_complete", fields)
end

-- Drops the events of the turn before the last one.
local function begin(before, submitted, words)
  while list[1] and list[1].seq <= known.after do drop_first() end
  local previous = not submitted and known.prompt and known or nil
  known = {
    before = before,
    submitted = submitted,
    words = words,
    ended = false,
    after = seq,
    sent = stream.new(),
    tools = {},
    previous = previous,
  }
end

-- A turn that seemed to have ended continues.
local function go_on_with_previous(visible)
  local before, previous = known.before, known.previous
  if not previous or previous.prompt ~= visible.prompt then return end
  if before.prompt ~= visible.prompt or before.text == "" then return end
  if #visible.text <= #before.text or visible.text:sub(1, #before.text) ~= before.text then return end
  known = previous
  known.ended = false
end

-- A prompt was sent. These are the last events of the previous turn.
local function begin_submitted()
  local submission = turns.submission()
  if submission.number == submissions then return end
  submissions = submission.number
  local before = visible_of(submission.prompt, submission.text, submission.tools)
  if not known.ended then
    local visible = known.fresh and is_known(before.prompt)
    if visible then emit_text(before.text, submission.whole, true) end
    -- A prompt that was lost started no turn. A prompt that was taken back leaves nothing visible.
    local interrupted = submission.interrupted
    if not visible then interrupted = submission.cancelled end
    if known.fresh or known.submitted and known.ran then finish { interrupted = interrupted } end
  end
  begin(before, true, submission.words)
  report_beginning()
end

local runs = {
  thinking = true,
  waiting_for_permission = true,
  waiting_for_plan_approval = true,
  waiting_for_user_input = true,
  waiting_for_enter_plan_mode = true,
}

local ends = { completed_turn = true, ready = true, error = true, waiting_for_login = true }

local function finish_as(reported, turn)
  local error = reported.metadata.error
  local failed = error ~= nil and not error.retrying
  if failed then emit("error", { category = error.kind, message = error.message }) end
  finish { interrupted = turn.interrupted, failed = failed or nil }
end

-- Ends a turn without any output. Its prompt is back in the composer, or was never seen to leave it. Without a prompt
-- there, the screen may only be redrawing.
local function end_unseen(reported)
  if known.submitted and not known.ran then return end
  if not known.submitted and not known.fresh then
    known.ended = true
  elseif reported.state == "ready" and reported.metadata.draft then
    finish { interrupted = true }
  end
end

local function is_command(turn)
  return turn.text == "" and not turn.interrupted and turn.prompt ~= nil and turn.prompt:find("^/") ~= nil
end

-- A queued prompt starts another turn. Its answer continues where the previous turn stopped.
local function go_on(visible)
  finish { continued = true }
  begin(nil, true)
  known.fresh, known.ran, known.prompt = true, true, visible.prompt
end

local function at_rest(reported, turn, visible, tools)
  local back = is_same(known.before, visible) and not (known.ran and turns.has_drawn_its_end())
  -- An answer that fills the screen may end like the previous one.
  local other = not is_known(visible.prompt) and (visible.prompt ~= nil or reported.state == "ready")
  local withdrawn = known.fresh and back and (other or bare(reported.metadata.draft) == known.prompt)
  if withdrawn then return end_unseen(reported) end
  -- The turn was cancelled before any of its output was seen.
  if not known.fresh and back and known.ran and turns.was_cancelled() then return finish { interrupted = true } end
  if not known.fresh and back and not (reported.state ~= "ready" and known.submitted and known.ran) then
    return end_unseen(reported)
  end
  if known.next and known.next == visible.prompt then go_on(visible) end
  if is_command(turn) and #known.sent.lines == 0 and next(known.tools) == nil then
    known.ended = true
    return
  end
  if turn.text then
    emit_text(turn.text, turn.whole, true)
    emit_tools(tools)
  end
  finish_as(reported, turn)
end

local function in_motion(turn, visible, tools)
  if not known.fresh and is_same(known.before, visible) then return end
  if not known.fresh then go_on_with_previous(visible) end
  known.fresh = true
  local other = known.prompt ~= nil and visible.prompt ~= nil and not is_known(visible.prompt)
  -- The previous view may come back for a moment.
  if other and is_same(known.before, visible) then return end
  -- A queued prompt may appear for a moment where the prompt of a running turn would be.
  local seen_twice = other and known.next == visible.prompt
  known.next = other and visible.prompt or nil
  if other and not seen_twice then return end
  if other then go_on(visible) end
  known.prompt = known.prompt or visible.prompt
  emit_text(turn.text, turn.whole, false)
  emit_tools(tools)
end

-- Whether the submitted turn has run, even if no read was made in that time.
local function has_run(ctx, state)
  if turns.pending() then return false end
  local cursor = known.submitted and turns.submission().cursor
  return runs[state] or cursor and activity.was_busy(ctx, cursor)
end

local function update(ctx, reported)
  begin_submitted()
  local turn, tools = reported.metadata.turn, reported.metadata.tools or {}
  local visible = turn and visible_of(turn.prompt, turn.text, tools)
  if known.ended and runs[reported.state] then begin(visible_last, false) end
  visible_last = visible or visible_last
  if known.ended then return end
  known.ran = known.ran or has_run(ctx, reported.state)
  local exited = reported.metadata.error and reported.metadata.error.kind == "exited"
  if exited then finish_as(reported, {})
  elseif ends[reported.state] then at_rest(reported, turn or {}, visible or visible_of(nil, "", {}), tools)
  elseif turn and (runs[reported.state] or reported.state == "cancelling") then in_motion(turn, visible, tools) end
end

-- Returns the events after `last_event_seq`, or all stored events. `reported` is nil when the screen does not identify
-- a turn.
function events.of(ctx, reported)
  scrolled.note(ctx)
  if reported then
    update(ctx, reported)
    scrolled.forget()
  end
  release()
  local after = ctx.last_event_seq or 0
  local found = {}
  for _, event in ipairs(list) do
    if event.seq > after then found[#found + 1] = event end
  end
  return found
end

return events
