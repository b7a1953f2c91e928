-- The user interface on a screen, in parts. Each part is read once, at its first use.

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
local function last_row(ui)
  if ui.composer then return composer.above(ui.composer, ui.view) end
  return ui.panel and ui.panel.top - 1 or ui.view.last
end

local parts = {
  version = function(ui) return version.of(ui.view) end,
  plain = function(ui) return may_be_plain(ui.view) and plain.is(ui.view) end,
  composer = function(ui)
    if ui.plain then return plain.composer(ui.view) or false end
    return composer.of(ui.view, ui.version.facts.cursor) or false
  end,
  footer = function(ui)
    if ui.plain and ui.composer then return plain.footer(ui.view, ui.composer) end
    return footer.below(ui.view, ui.composer and ui.composer.bottom or ui.view.last)
  end,
  panel = function(ui) return not ui.composer and (ui.plain and plain.panel or panel.of)(ui.view) or false end,
  turn = function(ui)
    if ui.plain then return plain.turn(ui.view, ui.composer or nil, ui.panel or nil) end
    return turn.of(ui.view, last_row(ui) + 1)
  end,
  title = function(ui) return activity.title(ui.view.title) or false end,
  -- Without a visible mode, the row may only be redrawing. A running turn never lets the screen rest.
  mode = function(ui)
    if ui.footer.hidden then return false end
    local is_sure = ui.footer.mode or ui.ctx.stable_ms >= plain_ms or turns.runs(ui)
    return is_sure and (ui.footer.mode or "default") or false
  end,
  problem = function(ui)
    local untimed = ui.version.facts.untimed
    return ui.composer and problem.final(ui.view, ui.turn, ui.composer, untimed) or false
  end,
}

local UI = {
  __index = function(ui, name)
    local read = parts[name]
    if not read then return nil end
    local value = read(ui)
    rawset(ui, name, value)
    return value
  end,
}

-- Returns { ctx, view, version, plain, composer, footer, mode, panel, turn, title, problem }. A missing part is false.
return function(ctx) return setmetatable({ ctx = ctx, view = view.of(ctx, memory) }, UI) end
