-- pi. Its composer is between two rules at the bottom, above two rows with the folder and the model. It asks for no
-- permission, so it has no dialog to approve. While a turn is running, a spinner is above the composer.

local adapter = require "lib/adapter"
local errors = require "lib/errors"
local turns = require "turns"

local screen, text = ptywright.screen, ptywright.text

-- A menu below the composer has at most this many rows.
local most_below = 16
-- The spinner moves all the time. One that rests for this long is text.
local spins_ms = 3000

-- A rule is as wide as the screen. It may name the number of rows that are not shown.
local function is_rule(row, cols)
  local line = screen.row(row)
  return line:find("^───") ~= nil and text.ends(line, "─") ~= nil and text.width(line) == cols
end

local function rule_above(row, least, cols)
  for at = row, math.max(0, least), -1 do
    if is_rule(at, cols) then return at end
  end
end

-- Returns the rows between the last two rules: { first, last, top, bottom, below (the last row) }.
local function frame_of(ctx)
  local below = screen.last_row()
  if not below then return nil end
  local bottom = rule_above(below, below - most_below, ctx.size.cols)
  local top = bottom and rule_above(bottom - 1, 0, ctx.size.cols)
  if not top or bottom - top < 2 then return nil end
  return { first = top + 1, last = bottom - 1, top = top, bottom = bottom, below = below }
end

-- A page begins with a blank row, and has the cursor and a field or a mark.
local function is_page(ctx, frame)
  local cursor = ctx.screen_cursor.row
  if cursor <= frame.first or cursor > frame.last or screen.row(frame.first):find("%S") then return false end
  for row = frame.first, frame.last do
    if text.starts(screen.row(row), { ">", "→" }) then return true end
  end
  return false
end

local function composer_of(frame)
  local lines = {}
  for row = frame.first, frame.last do lines[#lines + 1] = screen.row(row) end
  local draft = table.concat(lines, "\n")
  return { first = frame.first, last = frame.last, bottom = frame.bottom, below = frame.below, draft = draft,
    empty = not draft:find("%S") }
end

-- Returns the row of the spinner above the composer.
local function spinner_of(ctx, top)
  local row = top - 1
  while row >= 0 and not screen.row(row):find("%S") do row = row - 1 end
  if row < 0 or ctx.stable_ms >= spins_ms or not screen.style_at(row, 1).fg then return nil end
  return screen.row(row):find("^ \226[\160-\163][\128-\191] ") and row
end

-- What is known before the message of a request that is repeated.
local function retry_of(row)
  local seconds = screen.row(row):match("Retrying %(%d+/%d+%) in (%d+)s")
  if not seconds then return nil end
  local above = row - 1
  while above > 0 and not screen.row(above):find("%S") do above = above - 1 end
  local problem = errors.read(screen.row(above):match("^ Error: (.*)$") or "the request is repeated")
  problem.retrying, problem.retry_after_s = true, tonumber(seconds)
  return problem
end

-- Returns the prompts that wait for a step of the turn, and the row above them. They are above the spinner.
local function queue_above(row)
  while row > 0 and not screen.row(row):find("%S") do row = row - 1 end
  if not screen.row(row):find("^ ↳ Alt%+Up to edit ") then return nil, row end
  local list = {}
  for at = row - 1, 0, -1 do
    local words = screen.row(at):match("^ Steering: (.*)$") or screen.row(at):match("^ Follow%-up: (.*)$")
    if not words then return list[1] and list, at end
    table.insert(list, 1, words)
  end
end

local function see(ctx)
  local frame = frame_of(ctx)
  if not frame then return {} end
  if is_page(ctx, frame) then
    return { panel = { kind = "page", options = {}, title_row = frame.first, last = frame.last } }
  end
  local spinner = spinner_of(ctx, frame.top)
  local queued, last
  if spinner then queued, last = queue_above(spinner - 1) end
  local turn, tools = turns.read(last or frame.top - 1)
  return {
    composer = composer_of(frame),
    -- The last row ends with the model when the session has begun.
    begun = screen.row(frame.below):find("%%/%S+.*%S") ~= nil,
    busy = spinner ~= nil and spinner ~= false,
    retry = spinner and retry_of(spinner),
    turn = turn,
    tools = tools,
    queued = queued,
    -- Between two answers, the spinner is gone for a moment.
    end_ms = 200,
  }
end

local rules = {
  {
    name = "a spinner",
    state = "thinking",
    when = function(ui)
      if not ui.busy or ui.retry then return { matched = false, why = "no spinner moves above the composer" } end
      return { evidence = "a spinner moves above the composer", recheck_ms = spins_ms - ui.ctx.stable_ms }
    end,
  },
  {
    name = "a page",
    state = "local_ui_screen",
    confidence = 0.7,
    when = function(ui)
      if not ui.panel then return { matched = false, why = "no page is between the rules at the bottom" } end
      return { rows = { ui.panel.title_row }, evidence = "a field or a mark is between the rules at the bottom" }
    end,
  },
  {
    name = "a request that is repeated",
    state = "thinking",
    when = function(ui)
      if not ui.retry then return { matched = false, why = "no spinner counts the attempts" } end
      return { evidence = ui.retry.message, metadata = { error = ui.retry } }
    end,
  },
}

-- Returns the marked command of the menu below the composer.
local function menu(current)
  local composer = current.composer
  if not composer then return nil end
  for row = composer.bottom + 1, composer.below do
    local name = screen.row(row):match("^→ (%S+)")
    if name then return "/" .. name end
  end
end

return adapter.new {
  describe = {
    program = "pi",
    states = { "starting", "ready", "thinking", "completed_turn", "error", "local_ui_screen" },
    intents = {
      "send_prompt", "steer",
      { name = "deny", description = "Close a page. pi never asks for a permission." },
      "cancel", "clear_draft", "slash_command",
    },
    tools = { bash = "execute", edit = "edit", write = "edit", read = "read" },
  },
  see = see,
  rules = rules,
  menu = menu,
  clear = { "ctrl+c", "ctrl+u" },
  folded = "^%[paste#%d+%+?%d*%a+%]$",
  typed_ms = 150,
  words = "^%s*[/!]",
  steers = true,
}
