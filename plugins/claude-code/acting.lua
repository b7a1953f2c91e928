-- What the intents of plugins/lib need to know of Claude Code.

local catalog = require "catalog"
local memory = require "memory"
local redraw = require "lib/redraw"
local state = require "state"

local acting = {}

-- Returns { seen, reported, panel, composer, state, thinking }. An intent reads the screen again after each step, and
-- keeps nothing of an earlier read. While a turn runs, a dialog on a displaced screen is something else.
function acting.read(ctx)
  local seen = state.see(ctx)
  local reported = state.of(seen)
  local thinking = reported.state == "thinking"
  return {
    seen = seen,
    reported = reported,
    panel = seen.panel and not (thinking and redraw.is_displaced()) and seen.panel or nil,
    composer = seen.composer or nil,
    state = reported.state,
    thinking = thinking,
  }
end

-- Returns the screen with a composer.
function acting.with_composer(ctx)
  local current = acting.read(ctx)
  if not current.composer then ctx:fail("no composer is visible: the state is %s", current.state) end
  return current
end

local most_lines = 20

-- Clears a draft of several lines, for any position of the cursor.
local function clear(composer)
  local chords = {}
  for _, keys in ipairs { { "ctrl+u", "backspace" }, { "ctrl+k", "delete" } } do
    for _ = composer.first, math.min(composer.last + 1, composer.first + most_lines) do
      table.move(keys, 1, 2, #chords + 1, chords)
    end
  end
  return chords
end

-- choosing.lua and commands.lua add what they know of dialogs and of the menu of commands.
acting.agent = {
  read = acting.read,
  clear = clear,
  known = memory,
  modes = catalog.agent.modes,
  lines = { "─", "▔" },
  redraws = state.redraws,
  composer = function(ctx) return state.see(ctx).composer or nil end,
  is_pasting = function(ctx)
    local seen = state.see(ctx)
    return seen.composer and seen.footer.pasting
  end,
  folds = { "^%[Pastedtext#%d+[^%]]*%]$", "%[%.%.%.Truncatedtext" },
}

return acting
