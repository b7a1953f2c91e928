-- Verified prompting: pastes words into a composer, reads them back, presses Enter, and checks that they have left it.
-- Words are never sent twice or unverified.
--
-- A plugin gives the functions that know its program:
-- read(ctx): { state, reported, thinking, composer?, panel? } of the screen. A composer is { draft, empty, kind, first, last,
--   cut }: its text, whether that is empty, what it is for, its rows, and whether only the end of the text is visible.
-- composer(ctx): the composer alone, or nil.
-- clear(composer, try): the keys that clear the composer, for any position of the cursor.
-- folds: patterns of the placeholders, without blanks, to which the program folds a long paste. May be absent, as the rest:
-- scrolls: whether the end of a long text may be visible without a sign of the rest.
-- typed_ms: for how long the words must be unchanged before Enter. Some programs take an Enter in a paste as a line.
-- slow_ms: for how long the screen of a slow program may rest until a paste or an Enter counts as not read.
-- is_pasting(ctx): whether the program says that it still processes a paste.

local action, matcher = ptywright.action, ptywright.matcher
local screen, text = ptywright.screen, ptywright.text

local prompting = {}

local seen_ms = 10000
local sent_ms = 1200
-- A composer that rests for this long without the words holds other text.
local unseen_ms = 1000
-- A screen that is drawn in pieces is complete by then. The upper half of a composer looks like a dialog.
local drawn_ms = 200
-- Keys that arrive together could be taken for a paste.
local between_keys_ms = 15
local emptied_ms = 3000
local ready_ms = 30000
-- Some programs show nothing while a hook reads the prompt.
local arrived_ms = 10000
local most_tries = 6
-- How much of a long prompt a screen can show.
local shown_chars = 20000
-- A longer draft may be cut by the program.
local whole_chars = 400
-- So much of a draft is compared, if the rest is not visible.
local least_chars = 20

-- States in which a composer accepts a prompt, and states that turn into one of them.
local free = { ready = true, completed_turn = true, error = true, waiting_for_login = true }
local passing = { starting = true, cancelling = true }

-- Returns the screen of a program that accepts a prompt. Waits while it starts or a cancelled turn settles.
function prompting.free(ctx, agent)
  local current = agent.read(ctx)
  if passing[current.state] then
    ctx:expect(function()
      current = agent.read(ctx)
      if current.reported.recheck_ms then ctx:recheck(current.reported.recheck_ms) end
      return not passing[current.state] and not current.thinking
    end, { why = "a composer that accepts a prompt", within = ready_ms })
  end
  if current.thinking then ctx:fail("no prompt can be sent: a turn is running") end
  if not (current.composer and free[current.state]) then
    ctx:fail("no prompt can be sent: the state is %s", current.state)
  end
  return current
end

-- Returns the words of a prompt without what a terminal would take for keys. `commands`: pattern of words that the program
-- takes as a command.
function prompting.words(ctx, params, commands)
  local words = params.prompt
  if type(words) ~= "string" or not words:find("%S") then ctx:fail("prompt: expected a text") end
  words = words:gsub("\27%[20[01]~", ""):gsub("\r\n?", "\n"):gsub("[%z\1-\8\11-\31\127]", ""):gsub("\n+$", "")
  if words:find(commands) then ctx:fail("the prompt begins like a command: use slash_command, or other words") end
  return words
end

local function rests(ctx) return ctx.stable_ms >= drawn_ms end

local function try(ctx, draft, message)
  draft.tries = draft.tries + 1
  if draft.tries > most_tries then ctx:fail(message) end
end

local function tail(words)
  if #words <= shown_chars then return words end
  local from = #words - shown_chars + 1
  while from < #words and words:byte(from) & 0xc0 == 0x80 do from = from + 1 end
  return words:sub(from)
end

-- Whether the composer holds the words. Of a draft that does not fit, only the end is visible.
local function holds(agent, composer, words, whole)
  local typed = text.visible(composer.draft)
  if typed == "" then return false end
  if typed == words then return true end
  for _, fold in ipairs(agent.folds or {}) do
    if typed:find(fold) then return true end
  end
  local cut = composer.cut or not whole or #typed > whole_chars
    or agent.scrolls and #words > whole_chars and #typed > least_chars
  return cut and words:sub(-#typed) == typed
end

-- Whether the probe, a character typed last, is visible: `alone`, or `behind` the words. Input is read in order, so
-- everything before the probe was read or lost by then.
local function probed(agent, composer, words, whole, probe)
  local typed = text.visible(composer.draft)
  if typed == probe then return "alone" end
  local rest = { draft = typed:sub(1, -#probe - 1), cut = composer.cut }
  return typed:sub(-#probe) == probe and holds(agent, rest, words, whole) and "behind" or nil
end

local function asks(current) return current.reported.metadata.dialog_id ~= nil end

-- A dialog means that a turn runs, and that the composer has no draft.
local function has_dialog(ctx, agent)
  local current = agent.read(ctx)
  return asks(current) or current.panel ~= nil and (rests(ctx) or ctx:recheck(drawn_ms))
end

local function rows_of(composer)
  local rows = {}
  for at = composer.first, composer.last do rows[#rows + 1] = { row = at, text = screen.row(at) or "" } end
  return rows
end

-- A condition: the draft is no longer this one.
function prompting.changed(ctx, agent, composer)
  return function()
    local found = agent.composer(ctx)
    return found ~= nil and (found.draft ~= composer.draft or found.kind ~= composer.kind)
  end
end

-- A condition: words have left the composer.
function prompting.left(ctx, agent, words)
  return function()
    local found = agent.composer(ctx)
    if not found then return has_dialog(ctx, agent) end
    return text.visible(found.draft) ~= words
  end
end

-- Clears the composer. Returns false if it is empty. `try` counts the calls.
function prompting.clear(ctx, agent, composer, try)
  if composer.empty then return false end
  if try > most_tries then ctx:fail("the draft in the composer cannot be cleared") end
  ctx:send(action.keys { chords = agent.clear(composer, try), delay_ms = between_keys_ms })
  -- The draft is gone by the time that the last key is sent, so earlier output counts. A screen at rest is no answer: a
  -- slow program reads the keys later, and some end when the same key follows.
  ctx:wait(prompting.changed(ctx, agent, composer),
    { why = "that the draft is cleared", within = emptied_ms, fresh = false, unchanged = rows_of(composer) })
  return true
end

-- A key that a slow program reads together with a paste becomes a part of it, so a large one gets more time.
local function paste(ctx, agent, draft, last_intent)
  local patience_ms = math.min((agent.slow_ms or unseen_ms) + #draft.words // 5, seen_ms // 2)
  draft.unread = true
  ctx:send(action.bracketed_paste(draft.words))
  ctx:expect({
    function()
      local found = agent.composer(ctx)
      return found ~= nil and holds(agent, found, draft.visible, draft.whole)
    end,
    matcher.screen_stable(patience_ms),
  }, { why = "the prompt in the composer", within = seen_ms, last_intent = last_intent })
end

local function await_probe(ctx, agent, draft, words, whole, ms, why)
  local function is_visible()
    local found = agent.composer(ctx)
    if not found then return has_dialog(ctx, agent) end
    return probed(agent, found, words, whole, draft.probe) ~= nil
  end
  ctx:expect({ is_visible, ms and matcher.screen_stable(ms) }, { why = why, within = seen_ms })
end

local function type_probe(ctx, agent, draft, words, whole, ms)
  draft.probe = words:sub(-1) == "." and "," or "."
  ctx:type(draft.probe)
  await_probe(ctx, agent, draft, words, whole, ms, "that the earlier input was read")
end

local function remove_probe(ctx, agent, draft, words, whole)
  draft.probe = nil
  ctx:press("backspace")
  ctx:expect(function()
    local found = agent.composer(ctx)
    return found ~= nil and holds(agent, found, words, whole)
  end, { why = "only the prompt in the composer", within = seen_ms })
end

-- Reads a complete screen. Half of a composer looks like a page or like no composer.
local function read_whole(ctx, agent, draft)
  local current = agent.read(ctx)
  while not current.composer and not asks(current) and not rests(ctx) do
    try(ctx, draft, "the screen keeps changing: it is unknown whether anything was sent")
    ctx:expect(function() return agent.composer(ctx) ~= nil or rests(ctx) or ctx:recheck(drawn_ms) end,
      { why = "the whole screen", within = seen_ms })
    current = agent.read(ctx)
  end
  return current
end

-- A paste that is not visible may still arrive. It is not sent again until it is known to be lost. Returns whether the
-- screen must be read again.
local function follow_probe(ctx, agent, draft, composer)
  local where = probed(agent, composer, draft.visible, draft.whole, draft.probe)
  if where == "behind" then
    remove_probe(ctx, agent, draft, draft.visible, draft.whole)
  elseif where == "alone" and draft.unread then
    -- The program may still process the paste and read keys before it.
    draft.unread = nil
    ctx:expect(matcher.screen_stable(unseen_ms), { why = "the pasted text", within = seen_ms })
  elseif where == nil then
    -- The probe may still arrive and would be sent with the words.
    try(ctx, draft, "a typed key does not appear in the composer: nothing was sent")
    await_probe(ctx, agent, draft, draft.visible, draft.whole, nil, "that the earlier input was read")
  else
    draft.probe = nil
    return false
  end
  return true
end

-- Some programs lose an Enter that arrives while they report that they process a paste.
local function await_paste(ctx, agent, draft)
  if draft.pasted or not agent.is_pasting or not agent.is_pasting(ctx) then return false end
  draft.pasted = true
  ctx:expect({ function() return not agent.is_pasting(ctx) end, matcher.screen_stable(unseen_ms) },
    { why = "the end of the paste", within = seen_ms })
  return true
end

local function await_rest(ctx, agent, draft)
  if draft.rested or ctx.stable_ms >= (agent.typed_ms or 0) then return false end
  if draft.runs then
    -- Other rows change all the time.
    draft.rested = true
    ctx:wait(function()
      local found = agent.composer(ctx)
      return found and not holds(agent, found, draft.visible, draft.whole)
    end, { within = agent.typed_ms })
    return true
  end
  ctx:expect(matcher.screen_stable(agent.typed_ms), { why = "a composer at rest", within = seen_ms })
  return true
end

-- Waits until the composer holds the words and nothing else. An old draft that appeared after the paste is before the
-- words: clears everything and types the words again.
local function verify(ctx, agent, draft)
  while true do
    local current = read_whole(ctx, agent, draft)
    local composer = current.composer
    if not composer then ctx:fail("the composer disappeared before the prompt was sent: the state is %s", current.state) end
    if not (draft.probe and follow_probe(ctx, agent, draft, composer)) then
      if holds(agent, composer, draft.visible, draft.whole) then
        if not await_paste(ctx, agent, draft) and not await_rest(ctx, agent, draft) then
          draft.seen, draft.height = text.visible(composer.draft), composer.last - composer.first
          return current
        end
      else
        try(ctx, draft, "the prompt does not appear in the composer: nothing was sent")
        if draft.runs and not composer.empty then ctx:fail("the composer contains other text: nothing was sent") end
        if prompting.clear(ctx, agent, composer, draft.tries) then draft.unread = nil
        elseif draft.unread then type_probe(ctx, agent, draft, draft.visible, draft.whole)
        else paste(ctx, agent, draft) end
      end
    end
  end
end

-- Returns false if a row of the composer has changed, so that nothing was sent. A dialog may be there now.
local function press_enter(ctx, agent, draft, composer, last_intent)
  ctx:press("enter")
  local _, why = ctx:expect({ prompting.left(ctx, agent, draft.seen), matcher.screen_stable(agent.slow_ms or sent_ms) }, {
    why = "that the prompt has left the composer",
    within = seen_ms,
    last_intent = last_intent,
    unchanged = rows_of(composer),
  })
  return why ~= "changed"
end

-- An empty composer is no proof. A menu may have taken the Enter, and some programs lose text that they had just shown.
-- The words are never sent again, because they may have been sent. Returns whether they have arrived.
local function has_arrived(ctx, has_proof, composer)
  if has_proof(ctx) then return true end
  local is_empty = composer.draft == ""
  if not is_empty and rests(ctx) then
    ctx:fail("the composer contains %q after Enter: nothing was sent", composer.draft)
  end
  if ctx.stable_ms >= arrived_ms then
    ctx:fail("the prompt has left the composer, but no turn has started: it is unknown whether the prompt was sent")
  end
  ctx:expect({ function() return has_proof(ctx) end, matcher.screen_stable(is_empty and arrived_ms or drawn_ms) },
    { why = "a turn, or the prompt above the composer", within = 2 * arrived_ms })
  return false
end

-- The words are still there. If the paste swallowed the Enter, another one is needed. An Enter that was not read yet
-- would be the first of two, and the second would answer the next dialog. So a probe shows first that it was read.
-- Returns false if the words must be typed again.
local function press_again(ctx, agent, draft, composer)
  try(ctx, draft, "the prompt stays in the composer after Enter: nothing was sent")
  if draft.read then
    draft.read = nil
    -- The Enter added a line below the words.
    if composer.last - composer.first ~= draft.height then return not prompting.clear(ctx, agent, composer, draft.tries) end
    press_enter(ctx, agent, draft, composer)
  elseif draft.probe then
    ctx:expect(matcher.screen_stable(sent_ms), { why = "that the prompt has left the composer", within = seen_ms })
  else
    type_probe(ctx, agent, draft, draft.seen, true, sent_ms)
  end
  return true
end

-- Returns whether the words were sent. Otherwise they must be typed again.
local function confirm(ctx, agent, draft, has_proof)
  while true do
    local composer = read_whole(ctx, agent, draft).composer
    local typed = composer and text.visible(composer.draft)
    local where = draft.probe and composer and probed(agent, composer, draft.seen, true, draft.probe)
    if where == "behind" then
      draft.read = true
      remove_probe(ctx, agent, draft, draft.seen, true)
    elseif where == "alone" then
      ctx:press("backspace")
      return true
    elseif draft.probe and typed == "" and not draft.awaited then
      draft.awaited = true
      await_probe(ctx, agent, draft, draft.seen, true, sent_ms, "the key typed after the prompt")
    elseif typed ~= draft.seen then
      if not (has_proof and composer) or has_arrived(ctx, has_proof, composer) then return true end
    elseif not press_again(ctx, agent, draft, composer) then
      return false
    end
  end
end

-- Sends words through an empty composer. `how` may have:
-- runs: whether a turn is running. The composer is not cleared then, because the keys for that could end the turn.
-- begins: `last_intent` while the words are typed; submitted: `last_intent` from the Enter on.
-- before_enter(current): called when the composer holds the words. Returns a function `has_proof(ctx)`, whether the
--   program has taken them: a turn runs, or they are above the composer.
function prompting.send(ctx, agent, words, how)
  how = how or {}
  local draft = { words = words, tries = 0, whole = #words <= shown_chars, visible = text.visible(tail(words)) }
  draft.runs = how.runs
  paste(ctx, agent, draft, how.begins)
  repeat
    local current = verify(ctx, agent, draft)
    local has_proof = how.before_enter and how.before_enter(current)
    while not press_enter(ctx, agent, draft, current.composer, how.submitted) do
      try(ctx, draft, "the composer keeps changing: nothing was sent")
      current = verify(ctx, agent, draft)
    end
  until confirm(ctx, agent, draft, has_proof)
end

return prompting
