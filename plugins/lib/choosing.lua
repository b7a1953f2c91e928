-- Verified choosing: moves the mark of a dialog key by key to the requested option, reads the screen before each key,
-- and presses Enter only while the mark is on that option. A key is not sent if a row of the dialog has changed. An Enter
-- without effect may not have been read yet, and a second one could answer the next dialog. So it is pressed again only
-- after the mark has moved: keys are read in order, so the program has read the first one, and ignored it.
--
-- A plugin gives the functions that know its program:
-- read(ctx): { panel?, composer?, thinking } of the screen. A panel is { options, mark (its row), title_row, last }.
--   Options in one row have a `place` each, which the mark is compared with, and the panel has `keys`: { back, forward }.
--   With `types`, options are typed instead of marked: `typed` is what was typed, `key` of an option what to type.
-- print(current, above): text that identifies the dialog, without its mark and ticks. `above`: with the text above
--   it, which distinguishes an answered dialog from an identical next one.
-- went_on(ctx, cursor): whether the agent has worked since a position in the transcript.

local options = require "lib/options"

local matcher, screen = ptywright.matcher, ptywright.screen

local choosing = {}

local left_ms = 10000
-- Programs ignore keys for this long after a dialog appears, to prevent answers to an unseen dialog.
local first_moment_ms = 200
-- A partly drawn screen never stays unchanged for this long.
local drawn_ms = 400
-- A dialog that is unchanged for this long has ignored the key. So has a dialog that only blinked this often: the
-- bullet above it blinks every 600 ms.
local untaken_ms = 1500
local most_blinks = 3
-- A key that was sent twice may be read twice. It may move the mark again until this time has passed.
local unsure_ms = 500
local most_tries = 12

-- Whether the dialog is gone or replaced. Without a print: whether the composer is back. A checkbox only changes its
-- look, and a partly drawn screen proves nothing.
local function has_left(agent, current, choice)
  local print, tick = choice.print, choice.tick
  if current.composer or (current.thinking and print) then return true end
  if not current.panel or print == nil then return false end
  if agent.print(current, true) ~= print then return true end
  local option = tick and tick.checked ~= nil and options.labelled(current.panel.options, tick.label)[1]
  return option and option.checked ~= tick.checked or false
end

local function try(ctx, choice, message, ...)
  choice.tries = choice.tries + 1
  if choice.tries > most_tries then ctx:fail(message, ...) end
end

-- A key without visible effect was either ignored or not read yet. If it was not read yet, it moves the mark after the
-- next key does. Enter waits until that is no longer possible.
local function note_move(choice, place)
  choice.unsure = choice.unsure or choice.moved == place
  choice.moved = place
end

local function rows_of(panel)
  local rows, last = {}, panel.options[#panel.options]
  for at = panel.title_row, last and last.row or panel.last do
    rows[#rows + 1] = { row = at, text = screen.row(at) }
  end
  return rows
end

-- Sends a key, and waits for its effect or for a stable screen. If the dialog has changed since it was read, nothing is
-- sent, and the choice is as it was before.
local function press(ctx, choice, current, effect, why)
  choice.effect, choice.blinks, choice.rested = effect, 0, ctx.stable_ms
  local conditions = { effect, matcher.screen_stable(drawn_ms) }
  local _, problem = ctx:expect(conditions, { why = why, within = left_ms, unchanged = rows_of(current.panel) })
  if problem ~= "changed" then return end
  local before = choice.before
  choice.entered, choice.moved, choice.unsure, choice.unread = before.entered, before.moved, before.unsure, before.unread
  try(ctx, choice, "the dialog keeps changing")
end

local function press_last(ctx, agent, choice, current, key, why)
  if choice.unsure then
    choice.unsure, choice.moved = nil, nil
    ctx:expect(matcher.screen_stable(unsure_ms), { why = "a marked row that no longer moves", within = left_ms })
    return
  end
  choice.moved, choice.cursor = nil, ctx.cursor
  choice.print = choice.own and agent.print(current, true)
  try(ctx, choice, "the dialog does not react to the key %s", key)
  choice.entered, choice.unread = true, true
  ctx:press(key)
  press(ctx, choice, current, function() return ctx.process_exited or has_left(agent, agent.read(ctx), choice) end, why)
end

-- Without a mark, types the number and reads it back before Enter.
local function type_number(ctx, agent, choice, current, option)
  local typed, requested = current.panel.typed, option.key or tostring(option.index)
  if typed == requested then return press_last(ctx, agent, choice, current, "enter", "that the number was taken") end
  choice.entered = false
  note_move(choice, typed)
  if typed == "" then ctx:type(requested) else ctx:press("backspace") end
  press(ctx, choice, current, function()
    local panel = agent.read(ctx).panel
    return not panel or panel.typed ~= typed
  end, "the number in its row")
end

-- Moves the mark by one option. `seen` is what else shows that the key had an effect.
local function move(ctx, agent, choice, current, forward, seen)
  local mark = current.panel.mark
  ctx:press((current.panel.keys or { "up", "down" })[forward and 2 or 1])
  press(ctx, choice, current, function()
    local now = agent.read(ctx)
    return not now.panel or now.panel.mark ~= mark or (seen ~= nil and seen(now))
  end, "that the mark has moved")
end

-- Moves the mark off the option on which Enter had no effect.
local function prove_read(ctx, agent, choice, current)
  try(ctx, choice, "the dialog does not react to the key enter")
  local first = current.panel.options[1]
  move(ctx, agent, choice, current, current.panel.mark == (first.place or first.row),
    function(now) return has_left(agent, now, choice) end)
end

-- Moves one step towards the requested option, or presses Enter on it.
local function step(ctx, agent, choice, current)
  choice.before =
    { entered = choice.entered, moved = choice.moved, unsure = choice.unsure, unread = choice.unread }
  if choice.key then return press_last(ctx, agent, choice, current, choice.key, "that the dialog has closed") end
  local option, mark = choice.pick(current), current.panel.mark
  if current.panel.types then return type_number(ctx, agent, choice, current, option) end
  if not mark then ctx:fail("the dialog has no marked row, so no option can be chosen") end
  local place = option.place or option.row
  if mark == place then
    if choice.unread and #current.panel.options > 1 then return prove_read(ctx, agent, choice, current) end
    choice.tick = { label = option.label, checked = option.checked }
    return press_last(ctx, agent, choice, current, "enter", ("that %q was chosen"):format(option.label))
  end
  choice.entered, choice.unread = false, false
  note_move(choice, mark)
  move(ctx, agent, choice, current, mark < place)
end

-- Whether the dialog took the answer after the last key. The screen may change after the program went on. The answered
-- dialog must not be taken for the next one.
local function is_taken(ctx, agent, choice, current, rests)
  if ctx.process_exited then return true end
  if rests and (not current.panel or agent.went_on(ctx, choice.cursor)) then return true end
  return has_left(agent, current, choice)
end

-- Gives a slow program more time. Returns false when that time is used up.
local function give_time(ctx, choice)
  local since = ctx.stable_ms >= choice.rested and ctx.stable_ms - choice.rested or ctx.stable_ms
  if since >= untaken_ms or choice.blinks >= most_blinks then return false end
  choice.blinks = choice.blinks + 1
  ctx:expect({ choice.effect, matcher.screen_stable(untaken_ms), matcher.changed() },
    { why = "that the key was read", within = left_ms })
  return true
end

-- The screen is partly drawn: it has neither the dialog nor what follows it.
local function await_drawn(ctx, agent, choice)
  try(ctx, choice, "the dialog has disappeared, and no dialog or composer has replaced it")
  ctx:expect({
    function() return ctx.process_exited or has_left(agent, agent.read(ctx), choice) end,
    matcher.screen_stable(drawn_ms),
  }, { why = "the rest of the screen" })
end

-- Returns the screen for the next key, or nil when the dialog has taken the answer.
local function read_next(ctx, agent, choice)
  while true do
    local current = agent.read(ctx)
    local panel, entered, rests = current.panel, choice.entered, ctx.stable_ms >= drawn_ms
    if entered and is_taken(ctx, agent, choice, current, rests) then return nil end
    -- Another dialog or screen has replaced this one before the first key.
    local another = ctx.process_exited
      or not entered and (current.composer or panel and agent.print(current) ~= choice.own)
    if another and rests then ctx:fail("stale_dialog: the dialog changed before an option was chosen") end
    -- A screen that changed but still has a dialog may be partly drawn.
    if another or not panel or (entered and not rests) then
      await_drawn(ctx, agent, choice)
    else
      local unseen = entered or (choice.moved ~= nil and choice.moved == (panel.typed or panel.mark))
      if not (unseen and give_time(ctx, choice)) then return current end
    end
  end
end

local function run(ctx, agent, choice, current)
  while current do
    step(ctx, agent, choice, current)
    current = read_next(ctx, agent, choice)
  end
end

local function start(ctx, agent, choice, current)
  choice.own, choice.tries = agent.print(current), 0
  if ctx.stable_ms < first_moment_ms then
    ctx:expect(matcher.screen_stable(first_moment_ms), { why = "a dialog that no longer changes", within = left_ms })
    current = read_next(ctx, agent, choice)
  end
  run(ctx, agent, choice, current)
end

-- Chooses an option of the dialog, and returns when the dialog has taken it. `pick(current)` returns the option, or
-- refuses. It is called again for each key.
function choosing.choose(ctx, agent, current, pick) start(ctx, agent, { pick = pick }, current) end

-- Presses a key that answers or changes the dialog, and returns when it has.
function choosing.press(ctx, agent, current, key) start(ctx, agent, { key = key }, current) end

-- Presses a key until the page is closed.
function choosing.close(ctx, agent, current, key) run(ctx, agent, { key = key, tries = 0 }, current) end

return choosing
