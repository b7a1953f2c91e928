-- Verified choosing: moves the mark of a dialog key by key to the requested option, reads the screen before each key, and
-- presses Enter only while the mark is on that option. A key is not sent if a row of the dialog has changed. An Enter
-- without effect may not have been read yet, and a second one could answer the next dialog. So it is never repeated before
-- the program has shown, by moving the mark, that it has read and ignored the first one.
--
-- A plugin gives the functions that know its program:
-- read(ctx): { reported, panel?, composer?, thinking } of the screen. A panel is { options, mark (its row), title_row, last }.
--   Options in one row have a `place` each, which the mark is compared with, and the panel has `keys`: { back, forward }.
--   With `types`, options are typed instead of marked: `typed` is what was typed, `key` of an option what to type.
-- tick: the key that ticks an option with a checkbox. Enter without it.
-- above(current): the text above a dialog that distinguishes an answered dialog from an identical next one. May be absent.
-- watch(ctx): returns a function: whether the program has worked since then, although an identical dialog is open. Without it,
--   the program has if anything but a spinner has changed on the screen.

local matcher, screen = ptywright.matcher, ptywright.screen

local choosing = {}

-- Programs ignore keys for this long after a dialog appears, to prevent answers to an unseen dialog.
local first_moment_ms = 300
-- A partly drawn screen never stays unchanged for this long.
local drawn_ms = 400
-- A key without effect after this time was ignored, or is read later.
local moved_ms, taken_ms = 2000, 3000
-- A key that was sent twice may be read twice. It may move the mark again until this time has passed.
local unsure_ms = 500
local drawing_ms = 10000
local most_tries = 12

-- Text that identifies a dialog, independent of its mark.
local function print_of(current)
  local panel, metadata = current.panel, current.reported.metadata
  local permission, question = metadata.permission or {}, metadata.question or {}
  local parts = {
    panel.title or panel.heading or "", metadata.dialog_id or "", permission.body or "",
    permission.question or question.text or "",
  }
  for _, option in ipairs(panel.options) do parts[#parts + 1] = option.label .. (option.checked and " ✓" or "") end
  return table.concat(parts, "\n")
end

local function above(agent, current) return agent.above and agent.above(current) or "" end

local function rows_of(panel)
  local rows, last = {}, panel.options[#panel.options]
  for at = panel.title_row, last and last.row or panel.last do
    rows[#rows + 1] = { row = at, text = screen.row(at) or "" }
  end
  return rows
end

local function rest(ctx, ms)
  if ctx.stable_ms >= ms then return end
  ctx:expect(matcher.screen_stable(ms), { why = "a dialog that no longer changes", within = drawing_ms })
end

-- The screen without spinners.
local function look() return (screen.text():gsub("\226[\160-\163][\128-\191]", "")) end

local function watch_screen()
  local before = look()
  return function() return look() ~= before end
end

local function rests(ctx) return ctx.stable_ms >= drawn_ms or ctx:recheck(drawn_ms) end

-- Reads the dialog before a key. Waits while the screen is partly drawn. Refuses another dialog.
local function read_same(ctx, agent, own)
  local current
  local function is_same() return current.panel ~= nil and print_of(current) == own end
  local function is_drawn()
    current = agent.read(ctx)
    return is_same() or ctx.process_exited or rests(ctx)
  end
  if not is_drawn() then ctx:expect(is_drawn, { why = "the whole dialog", within = drawing_ms }) end
  if not is_same() then ctx:fail("stale_dialog: the dialog changed before it was answered") end
  return current
end

-- Whether the dialog is gone or replaced. A partly drawn screen has neither a dialog nor what follows it.
local function has_left(ctx, agent, before)
  local current = agent.read(ctx)
  if ctx.process_exited or current.composer or current.thinking then return true end
  if not current.panel then return rests(ctx) end
  return print_of(current) ~= print_of(before) or before.above ~= nil and above(agent, current) ~= before.above
end

local function is_at(panel, option)
  if panel.types then return panel.typed == (option.key or tostring(option.index)) end
  return panel.mark == (option.place or option.row)
end

-- Sends the key that leads towards an option: an arrow, or its number. Returns "moved", "changed" if nothing was sent, or
-- "ignored".
local function move(ctx, agent, current, option)
  local panel = current.panel
  if not panel.types then
    if not panel.mark then ctx:fail("no option is marked, so none can be chosen") end
    ctx:press((panel.keys or { "up", "down" })[panel.mark < (option.place or option.row) and 2 or 1])
  elseif panel.typed == "" then
    ctx:type(option.key or tostring(option.index))
  else
    ctx:press("backspace")
  end
  local _, why = ctx:wait(function()
    local now = agent.read(ctx).panel
    return not now or now.mark ~= panel.mark or now.typed ~= panel.typed or has_left(ctx, agent, current)
  end, { within = moved_ms, unchanged = rows_of(panel) })
  return why == "timeout" and "ignored" or why or "moved"
end

-- Presses a key that answers the dialog. Returns "left", "changed" if nothing was sent, or "ignored".
local function take(ctx, agent, current, key)
  current.above = above(agent, current)
  local went_on = (agent.watch or watch_screen)(ctx)
  ctx:press(key)
  local _, why = ctx:wait(function() return has_left(ctx, agent, current) end, {
    within = taken_ms,
    unchanged = rows_of(current.panel),
  })
  if why == "changed" then return why end
  return (not why or went_on()) and "left" or "ignored"
end

-- Keys are read in order: if the mark moves, the program has read the key before, and ignored it. Returns whether the
-- dialog has left instead.
local function was_late(ctx, agent, current)
  local panel = current.panel
  local other = panel.options[is_at(panel, panel.options[1]) and 2 or 1]
  for _ = 1, other and most_tries or 0 do
    local outcome = move(ctx, agent, current, other)
    if has_left(ctx, agent, current) then return true end
    if outcome == "moved" then return false end
  end
  ctx:fail("the dialog does not react to the key enter")
end

-- Chooses an option of the dialog, and returns when the dialog has taken it. `pick(current)` returns the option, or
-- refuses. It is called again for each key.
function choosing.choose(ctx, agent, current, pick)
  local own, unsure, tries = print_of(current), false, 0
  rest(ctx, first_moment_ms)
  repeat
    current = read_same(ctx, agent, own)
    local option, outcome = pick(current), nil
    if not is_at(current.panel, option) then
      outcome = move(ctx, agent, current, option)
      unsure = unsure or outcome == "ignored"
    elseif unsure then
      rest(ctx, unsure_ms)
      unsure = false
    else
      outcome = take(ctx, agent, current, option.checked ~= nil and agent.tick or "enter")
      if outcome == "left" or outcome == "ignored" and was_late(ctx, agent, current) then return end
      unsure = true
    end
    if outcome ~= "moved" then tries = tries + 1 end
  until tries > most_tries
  ctx:fail("the dialog does not take the answer")
end

-- Presses a key that answers or changes the dialog, and returns when it has.
function choosing.press(ctx, agent, current, key)
  local own = print_of(current)
  rest(ctx, first_moment_ms)
  for _ = 1, most_tries do
    if take(ctx, agent, read_same(ctx, agent, own), key) == "left" then return end
  end
  ctx:fail("the dialog does not react to the key %s", key)
end

-- Presses a key until the page is closed. A page may need one to leave its search and another one to close.
function choosing.close(ctx, agent, key)
  for _ = 1, most_tries do
    local current = agent.read(ctx)
    if not current.panel then return end
    local own = print_of(current)
    ctx:press(key)
    ctx:wait(function()
      local now = agent.read(ctx)
      if ctx.process_exited or now.composer then return true end
      return (not now.panel or print_of(now) ~= own) and rests(ctx)
    end, { within = taken_ms, unchanged = rows_of(current.panel) })
  end
  ctx:fail("the page does not close with the key %s", key)
end

return choosing
