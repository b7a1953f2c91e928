-- The parts of a screen. Each is read once, at its first use.

local activity = require "activity"
local composer = require "composer"
local footer = require "footer"
local later = require "lib/later"
local memory = require "memory"
local panel = require "panel"
local problem = require "problem"
local turn = require "turn"
local turns = require "turns"
local version = require "version"
local view = require "lib/view"

local plain = later "plain"

-- The default mode may be visible only as the absence of another mode.
local plain_ms = 200

-- Whether any screen so far could be of the plain interface. Avoids its cost on all others.
local function may_be_plain(view)
  local row, found = view.cursor.row, memory.may_be_plain
  for _, at in ipairs(found and {} or view:signs()) do
    found = found or at <= row and at >= row - 20 and view:row(at):byte() == 36
  end
  memory.may_be_plain = found or view:row(0):find("^%[Screen Reader Mode") ~= nil
  return memory.may_be_plain
end

-- Returns the lowest row that belongs to the conversation.
local function last_row(seen)
  if seen.composer then return composer.above(seen.composer, seen.view) end
  return seen.panel and seen.panel.top - 1 or seen.view.last
end

local parts = {
  version = function(seen) return version.of(seen.view) end,
  plain = function(seen) return may_be_plain(seen.view) and plain.is(seen.view) end,
  composer = function(seen)
    if seen.plain then return plain.composer(seen.view) or false end
    return composer.of(seen.view, seen.version.facts.cursor) or false
  end,
  footer = function(seen)
    if seen.plain and seen.composer then return plain.footer(seen.view, seen.composer) end
    return footer.below(seen.view, seen.composer and seen.composer.bottom or seen.view.last)
  end,
  panel = function(seen) return not seen.composer and (seen.plain and plain.panel or panel.of)(seen.view) or false end,
  turn = function(seen)
    if seen.plain then return plain.turn(seen.view, seen.composer or nil, seen.panel or nil) end
    return turn.of(seen.view, last_row(seen) + 1)
  end,
  title = function(seen) return activity.title(seen.view.title) or false end,
  -- Without a visible mode, the row may only be redrawing. A running turn never lets the screen rest.
  mode = function(seen)
    if seen.footer.hidden then return false end
    local is_sure = seen.footer.mode or seen.ctx.stable_ms >= plain_ms or turns.runs(seen)
    return is_sure and (seen.footer.mode or "default") or false
  end,
  problem = function(seen)
    local untimed = seen.version.facts.untimed
    return seen.composer and problem.final(seen.view, seen.turn, seen.composer, untimed) or false
  end,
}

local Seen = {
  __index = function(seen, name)
    local read = parts[name]
    if not read then return nil end
    local value = read(seen)
    rawset(seen, name, value)
    return value
  end,
}

-- Returns { ctx, view, version, plain, composer, footer, mode, panel, turn, title, problem }. A missing part is false.
return function(ctx) return setmetatable({ ctx = ctx, view = view.of(ctx, memory) }, Seen) end
