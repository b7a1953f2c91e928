-- Answers a dialog: moves the mark to the requested option, reads the screen before each key, and presses Enter only
-- while the mark is on that option. An Enter that was not read yet could answer the next dialog, so it is never repeated
-- before the program has shown, by moving the mark, that it has read and ignored the first one.
--
-- A plugin gives the functions that know its program:
-- read(ctx): { state, panel?, composer? } of the screen. A panel is { options, mark (its row), title_row, last }.
--   Options in one row have a `place` each, which is the mark, and the panel has `keys`: those that move it back and on.
-- print(current): text that identifies the dialog, independent of the mark.

local matcher, screen = ptywright.matcher, ptywright.screen

local answering = {}

-- Programs ignore keys for a moment after a dialog appears, to prevent answers to an unseen dialog.
local first_moment_ms = 300
local key_ms, enter_ms, most_keys = 8000, 3000, 20

local function rows_of(panel)
  local rows = {}
  for at = panel.title_row, panel.last do rows[#rows + 1] = { row = at, text = screen.row(at) or "" } end
  return rows
end

-- The screen without spinners.
local function look() return (screen.text():gsub("\226[\160-\163][\128-\191]", "")) end

local function key_towards(panel, place)
  local keys = panel.keys or { "up", "down" }
  return keys[panel.mark < place and 2 or 1]
end

local function read_same(ctx, agent, own)
  local current = agent.read(ctx)
  if not current.panel or agent.print(current) ~= own then
    ctx:fail("stale_dialog: the dialog changed before it was answered")
  end
  return current
end

-- Whether the dialog is gone. A partly drawn screen has neither a dialog nor a composer.
local function has_left(ctx, agent, own)
  local current = agent.read(ctx)
  if ctx.process_exited then return true end
  if not current.panel then return current.composer ~= nil or ctx.stable_ms >= first_moment_ms end
  return agent.print(current) ~= own
end

-- Moves the mark by one row. Returns false if a row has changed, so that nothing was sent.
local function move(ctx, agent, current, key)
  local mark, own = current.panel.mark, agent.print(current)
  ctx:press(key)
  local function moved()
    local panel = agent.read(ctx).panel
    return not panel or panel.mark ~= mark or has_left(ctx, agent, own)
  end
  local _, why = ctx:wait(moved, { within = key_ms, unchanged = rows_of(current.panel) })
  if why == "timeout" then ctx:fail("the dialog does not react to the key %s", key) end
  return why ~= "changed"
end

-- Moves the mark to the option that `pick(current)` returns. Returns the screen with the mark on it.
local function mark_option(ctx, agent, own, pick)
  for _ = 1, most_keys do
    local current = read_same(ctx, agent, own)
    local option, mark = pick(current), current.panel.mark
    if not mark then ctx:fail("no option is marked, so none can be chosen") end
    local place = option.place or option.row
    if mark == place then return current end
    move(ctx, agent, current, key_towards(current.panel, place))
  end
  ctx:fail("the mark does not reach the option")
end

local function rest(ctx)
  if ctx.stable_ms >= first_moment_ms then return end
  ctx:expect(matcher.screen_stable(first_moment_ms), { within = key_ms, why = "a dialog that no longer changes" })
end

-- Presses a key that ends the dialog. Returns "left", "changed" if nothing was sent, or "ignored".
local function press(ctx, agent, current, own, key)
  local before = look()
  ctx:press(key)
  local _, why = ctx:wait(function() return has_left(ctx, agent, own) end, {
    within = enter_ms,
    unchanged = rows_of(current.panel),
  })
  if why == "changed" then return "changed" end
  -- If anything else has changed, this may be another dialog with the same words.
  return (not why or look() ~= before) and "left" or "ignored"
end

-- Chooses an option of the dialog, and returns when the dialog has taken it. `pick(current)` returns the option, or
-- refuses. It is called again for each key.
function answering.choose(ctx, agent, current, pick)
  local own = agent.print(current)
  rest(ctx)
  for _ = 1, most_keys do
    local marked = mark_option(ctx, agent, own, pick)
    local outcome = press(ctx, agent, marked, own, "enter")
    if outcome == "left" then return end
    if outcome == "ignored" then
      local options = marked.panel.options
      if #options < 2 then ctx:fail("the dialog does not react to the key enter") end
      local first = options[1].place or options[1].row
      local key = key_towards(marked.panel, marked.panel.mark == first and math.huge or first)
      -- Keys are read in order: a mark that moves shows that Enter was ignored. If the dialog has left, it was not.
      if move(ctx, agent, marked, key) and has_left(ctx, agent, own) then return end
    end
  end
  ctx:fail("the dialog does not take the answer")
end

-- Presses a key that closes the dialog, once.
function answering.press(ctx, agent, current, key)
  local own = agent.print(current)
  rest(ctx)
  current = read_same(ctx, agent, own)
  if press(ctx, agent, current, own, key) ~= "left" then ctx:fail("the dialog does not react to the key %s", key) end
end

return answering
