-- Numbered list of the events in a turn. A client reads the events after the last number that it has seen. Each turn
-- begins with one `turn_started` and ends with one `turn_complete`, and its events belong to no other turn.
--
-- A plugin keeps the result of `events.new(agent)`, and calls `read` at each call of `classify`. `agent` has functions
-- that know the program. All of them may be absent:
-- submission(): the last prompt that the plugin sent, and what was visible of the turn before it: { number (counts up),
--   words (without blanks), prompt, text, whole, tools, interrupted, cancelled }.
-- has_run(ctx): whether the submitted turn has run, although no read was made in that time.
-- is_pending(): whether nothing of the submitted prompt was seen yet.
-- was_cancelled(): whether the last turn was cancelled.
-- has_drawn_its_end(): whether the end of a turn was drawn that looks like the turn before it.
-- above(words): the text of rows that have scrolled off, and that of the screen below them, and whether the answer
--   begins there; nil if there is no such text.
-- mentions(tool, name): whether a row that summarizes several finished tools names this one.

local stream = require "lib/stream"

local events = {}

-- Limits of the list, so that a state has room for its other fields. `most_new`: the characters that one read adds, so
-- that a client sees all of them before they are dropped. `most_text`: those of one event.
local most, most_chars, most_new, most_text = 256, 48 * 1024, 32 * 1024, 16 * 1024

local Events = {}
Events.__index = Events

-- Functions that an agent may leave out.
local absent = {
  submission = function() return { number = 0 } end,
  has_run = function() return false end,
  is_pending = function() return false end,
  was_cancelled = function() return false end,
  has_drawn_its_end = function() return false end,
  above = function() return nil end,
  mentions = function() return false end,
}

function events.new(agent)
  return setmetatable({
    agent = setmetatable(agent, { __index = absent }),
    -- `waiting`: events that later reads add.
    list = {},
    waiting = {},
    seq = 0,
    chars = 0,
    -- The current or last turn. `before`: the view of another turn when it began. `fresh`: some content of this turn
    -- was seen. `submitted`: the plugin sent its prompt; `words` is that prompt without blanks. `ran`: it was seen
    -- running. `reported`: its beginning was reported.
    turn = { ended = true, after = 0, sent = stream.new(), tools = {} },
    -- The last view of any turn.
    visible_last = { text = "", tools = "" },
    submissions = 0,
  }, Events)
end

function Events:drop_first() self.chars = self.chars - #(table.remove(self.list, 1).text or "") end

function Events:append(kind, fields)
  self.seq = self.seq + 1
  local event = { seq = self.seq, kind = kind }
  for name, value in pairs(fields) do event[name] = value end
  self.waiting[#self.waiting + 1] = event
end

function Events:release()
  local room, waiting, list = most_new, self.waiting, self.list
  while waiting[1] and (room == most_new or #(waiting[1].text or "") <= room) do
    local event = table.remove(waiting, 1)
    list[#list + 1] = event
    self.chars, room = self.chars + #(event.text or ""), room - #(event.text or "")
    while #list > most or self.chars > most_chars and #list > 1 do self:drop_first() end
  end
end

-- Whether another read would add events, although nothing has changed.
function Events:are_waiting() return self.waiting[1] ~= nil end

function Events:emit(kind, fields)
  self:report_beginning()
  self:append(kind, fields)
end

function Events:report_beginning()
  if self.turn.reported then return end
  self.turn.reported = true
  self:append("turn_started", {})
end

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

local function is_part(prompt, words)
  return prompt ~= nil and #prompt >= least_part and words:find(prompt, 1, true) ~= nil
end

-- For a prompt longer than the screen, different rows are visible at different times. They may have none in common.
function Events:is_known(prompt)
  if prompt == self.turn.prompt then return true end
  local words = self.turn.words
  return words ~= nil and is_part(prompt, words) and is_part(self.turn.prompt, words)
end

-- Returns where to cut a text that is too long for one event: behind the last line feed, or before a character.
local function end_of_piece(text)
  if #text <= most_text then return #text end
  local piece = text:sub(1, most_text)
  return #(piece:match("^.*\n") or piece:match("^.*[\0-\127]") or piece)
end

function Events:emit_text(words, whole, final)
  local change = stream.add(self.turn.sent, words, whole, final, self.agent.above)
  if not change then return end
  local text, line, gap = change.text, change.line, change.gap
  repeat
    local last = end_of_piece(text)
    local piece = text:sub(1, last)
    if line then
      self:emit("text_replaced", { from_line = line, text = piece })
    else
      self:emit("text_delta", { text = piece, gap = gap })
    end
    text, line, gap = text:sub(last + 1), nil, nil
  until text == ""
end

function Events:complete(tool, status)
  tool.done = true
  self:emit("tool_completed", { id = tool.id, status = status })
end

function Events:emit_tool(tool)
  local before = self.turn.tools[tool.id]
  if not before then
    self:emit("tool_started", { id = tool.id, name = tool.name, input = tool.input })
    before = { id = tool.id, name = tool.name }
    self.turn.tools[tool.id] = before
  end
  before.seen = true
  if not before.done and tool.status ~= "running" then self:complete(before, tool.status) end
end

-- Returns the outcome of a tool that is no longer visible. Later versions fold several tools into one sentence. A
-- sentence about refused or interrupted tools names at most the last one. The others are the tools that no other
-- sentence mentions.
function Events:fate_of(tool, sentences)
  local fate = "completed"
  for _, sentence in ipairs(sentences) do
    if sentence.status == "cancelled" then fate = "cancelled" end
    if sentence.id == tool.id then return sentence.status end
  end
  for _, sentence in ipairs(sentences) do
    if sentence.status ~= "cancelled" and self.agent.mentions(sentence, tool.name) then return "completed" end
  end
  return fate
end

-- A sentence adds no new tools to the list.
function Events:emit_tools(tools)
  local sentences = {}
  for _, tool in pairs(self.turn.tools) do tool.seen = false end
  for _, tool in ipairs(tools) do
    if tool.folded then sentences[#sentences + 1] = tool else self:emit_tool(tool) end
  end
  for _, tool in pairs(self.turn.tools) do
    if not tool.seen and not tool.done then self:complete(tool, self:fate_of(tool, sentences)) end
  end
end

function Events:finish(fields)
  self.turn.ended = true
  for _, tool in pairs(self.turn.tools) do
    if not tool.done then self:complete(tool, fields.interrupted and "cancelled" or "completed") end
  end
  local line
  fields.text, fields.whole, line = stream.text(self.turn.sent)
  fields.from_line = line > 0 and line or nil
  self:emit("turn_complete", fields)
end

-- Drops the events of the turn before the last one.
function Events:begin(before, submitted, words)
  while self.list[1] and self.list[1].seq <= self.turn.after do self:drop_first() end
  local previous = not submitted and self.turn.prompt and self.turn or nil
  self.turn = {
    before = before,
    submitted = submitted,
    words = words,
    ended = false,
    after = self.seq,
    sent = stream.new(),
    tools = {},
    previous = previous,
  }
end

-- A turn that seemed to have ended continues.
function Events:go_on_with_previous(visible)
  local before, previous = self.turn.before, self.turn.previous
  if not previous or previous.prompt ~= visible.prompt then return end
  if before.prompt ~= visible.prompt or before.text == "" then return end
  if #visible.text <= #before.text or visible.text:sub(1, #before.text) ~= before.text then return end
  self.turn = previous
  self.turn.ended = false
end

-- A prompt was sent. These are the last events of the previous turn.
function Events:begin_submitted()
  local submission = self.agent.submission()
  if submission.number == self.submissions then return end
  self.submissions = submission.number
  local before = visible_of(submission.prompt, submission.text, submission.tools)
  if not self.turn.ended then
    local visible = self.turn.fresh and self:is_known(before.prompt)
    if visible then self:emit_text(before.text, submission.whole, true) end
    -- A prompt that was lost started no turn. A prompt that was taken back leaves nothing visible.
    local interrupted = submission.interrupted
    if not visible then interrupted = submission.cancelled end
    if self.turn.fresh or self.turn.submitted and self.turn.ran then self:finish { interrupted = interrupted } end
  end
  self:begin(before, true, submission.words)
  self:report_beginning()
end

local runs = {
  thinking = true,
  waiting_for_permission = true,
  waiting_for_plan_approval = true,
  waiting_for_user_input = true,
  waiting_for_enter_plan_mode = true,
}

local ends = { completed_turn = true, ready = true, error = true, waiting_for_login = true }

function Events:finish_as(reported, turn)
  local error = reported.metadata.error
  local failed = error ~= nil and not error.retrying
  if failed then self:emit("error", { category = error.kind, message = error.message }) end
  self:finish { interrupted = turn.interrupted, failed = failed or nil }
end

-- Ends a turn without any output. Its prompt is back in the composer, or was never seen to leave it. Without a prompt
-- there, the screen may only be redrawing.
function Events:end_unseen(reported)
  if self.turn.submitted and not self.turn.ran then return end
  if not self.turn.submitted and not self.turn.fresh then
    self.turn.ended = true
  elseif reported.state == "ready" and reported.metadata.draft then
    self:finish { interrupted = true }
  end
end

local function is_command(turn)
  return turn.text == "" and not turn.interrupted and turn.prompt ~= nil and turn.prompt:find("^/") ~= nil
end

-- A queued prompt starts another turn. Its answer continues where the previous turn stopped.
function Events:go_on(visible)
  self:finish { continued = true }
  self:begin(nil, true)
  self.turn.fresh, self.turn.ran, self.turn.prompt = true, true, visible.prompt
end

function Events:at_rest(reported, turn, visible, tools)
  local back = is_same(self.turn.before, visible) and not (self.turn.ran and self.agent.has_drawn_its_end())
  -- An answer that fills the screen may end like the previous one.
  local other = not self:is_known(visible.prompt) and (visible.prompt ~= nil or reported.state == "ready")
  local draft = bare(reported.metadata.draft)
  local withdrawn = self.turn.fresh and back and (other or draft ~= nil and draft == self.turn.prompt)
  if withdrawn then return self:end_unseen(reported) end
  -- The turn was cancelled before any of its output was seen.
  if not self.turn.fresh and back and self.turn.ran and self.agent.was_cancelled() then
    return self:finish { interrupted = true }
  end
  if not self.turn.fresh and back and not (reported.state ~= "ready" and self.turn.submitted and self.turn.ran) then
    return self:end_unseen(reported)
  end
  if self.turn.next and self.turn.next == visible.prompt then self:go_on(visible) end
  if is_command(turn) and #self.turn.sent.lines == 0 and next(self.turn.tools) == nil then
    self.turn.ended = true
    return
  end
  if turn.text then
    self:emit_text(turn.text, turn.whole, true)
    self:emit_tools(tools)
  end
  self:finish_as(reported, turn)
end

function Events:in_motion(turn, visible, tools)
  if not self.turn.fresh and is_same(self.turn.before, visible) then return end
  if not self.turn.fresh then self:go_on_with_previous(visible) end
  self.turn.fresh = true
  local other = self.turn.prompt ~= nil and visible.prompt ~= nil and not self:is_known(visible.prompt)
  -- The previous view may come back for a moment.
  if other and is_same(self.turn.before, visible) then return end
  -- A queued prompt may appear for a moment where the prompt of a running turn would be.
  local seen_twice = other and self.turn.next == visible.prompt
  self.turn.next = other and visible.prompt or nil
  if other and not seen_twice then return end
  if other then self:go_on(visible) end
  self.turn.prompt = self.turn.prompt or visible.prompt
  self:emit_text(turn.text, turn.whole, false)
  self:emit_tools(tools)
end

function Events:has_run(ctx, state)
  if self.agent.is_pending() then return false end
  return runs[state] or self.turn.submitted and self.agent.has_run(ctx)
end

function Events:update(ctx, reported)
  self:begin_submitted()
  local turn, tools = reported.metadata.turn, reported.metadata.tools or {}
  local visible = turn and visible_of(turn.prompt, turn.text, tools)
  if self.turn.ended and runs[reported.state] then self:begin(self.visible_last, false) end
  self.visible_last = visible or self.visible_last
  if self.turn.ended then return end
  self.turn.ran = self.turn.ran or self:has_run(ctx, reported.state)
  local exited = reported.metadata.error and reported.metadata.error.kind == "exited"
  if exited then self:finish_as(reported, {})
  elseif ends[reported.state] then self:at_rest(reported, turn or {}, visible or visible_of(nil, "", {}), tools)
  elseif turn and (runs[reported.state] or reported.state == "cancelling") then self:in_motion(turn, visible, tools) end
end

-- Returns the events after `last_event_seq`, or all stored events. `reported` is the state with its metadata, or nil
-- when the screen does not identify a turn.
function Events:read(ctx, reported)
  if reported then self:update(ctx, reported) end
  self:release()
  local after = ctx.last_event_seq or 0
  local found = {}
  for _, event in ipairs(self.list) do
    if event.seq > after then found[#found + 1] = event end
  end
  return found
end

return events
