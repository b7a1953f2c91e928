-- Reads the rows below the composer: the mode, hints, and custom status lines.

local colours = require "colours"
local memory = require "memory"

local screen, text = ptywright.screen, ptywright.text

local footer = {}

-- Modes by the words before "on", which may be cut off. Other words are returned unchanged.
local modes = {
  ["accept edits"] = "acceptEdits", ["plan mode"] = "plan", ["auto mode"] = "auto", ["manual mode"] = "default",
  ["bypass permissions"] = "bypassPermissions", ["don't ask"] = "dontAsk",
}

local signs = { "⏵⏵ ", "⏸ " }

local function cut_mode(words)
  local beginning, found = words:match("^(%l[%l' ]-)…"), nil
  for name, mode in pairs(beginning and modes or {}) do
    if text.starts(name, { beginning }) then
      if found then return nil end
      found = mode
    end
  end
  return found
end

local vim_modes = { INSERT = true, VISUAL = true, ["VISUAL LINE"] = true, ["VISUAL BLOCK"] = true, REPLACE = true }

-- In vim editor mode, the row begins with the vim mode, unless that is NORMAL.
local function parted(row)
  local words = text.trim(row)
  local vim, rest = words:match("^%-%- (%u[%u ]*) %-%-%s*(.*)$")
  if not vim_modes[vim or ""] then return words end
  return rest, vim
end

-- Reads the mode from a row: a play or pause sign, then words that end in "on". A status line is grey. A mode of the
-- program is not, except for the default mode.
local function mode_in(row, at)
  local mode_text = parted(row)
  local sign = text.starts(mode_text, signs)
  local behind = sign and mode_text:sub(#sign + 1)
  local words = behind and behind:match("^(.-) on%f[%W]")
  local mode = words and (modes[words] or words) or behind and cut_mode(behind)
  if not mode then return nil end
  if mode ~= "default" and colours.is_grey(screen.style_at(at, row:find(sign, 1, true) - 1).fg) then return nil end
  return mode
end

-- The same without the sign.
function footer.mode(row)
  local words = row:match("^(.-) on%f[%W]")
  return words and modes[words]
end

local interrupt = "esc to interrupt"

-- Whether the program offers to interrupt, at the start of the row or after its mode. The same words in a status line
-- do not count.
local function offers_to_interrupt(row)
  if not row:find(interrupt, 1, true) then return false end
  local words = parted(row)
  return text.starts(words, interrupt) ~= nil or text.starts(words, signs) ~= nil
end

-- Whether a paste is still processed. An Enter that arrives before the end may be lost. Beside a long notice, each row
-- has room for one letter.
local function is_pasting(view, bottom)
  if view:row(bottom + 1):find("^  Pasti") then return true end
  for at = 1, 4 do
    if view:row(bottom + at):sub(1, 3) ~= "  " .. ("Past"):sub(at, at) then return false end
  end
  return true
end

-- A long notice replaces the mode. It is coloured and has more indent than any other row.
local function colour_of_notice(view, at)
  if not view:row(at):find("^   %S") then return nil end
  local fg = screen.style_at(at, 3).fg
  return fg and not colours.is_grey(fg) and tostring(fg) or nil
end

local function remember_beside(view, bottom)
  memory.beside_mode = {}
  for at = bottom + 1, view.last do memory.beside_mode[at - bottom] = colour_of_notice(view, at) end
end

local function is_notice(view, bottom)
  local colour = colour_of_notice(view, view.last)
  return colour ~= nil and memory.beside_mode[view.last - bottom] ~= colour
end

-- Returns { mode, hidden (the mode is not visible), pasting, interruptible (row), vim (its mode), lines }. The rows of
-- the program are below those of a status line.
function footer.below(view, bottom)
  local found = { lines = {} }
  for at = bottom + 1, view.last do
    local row = view:row(at)
    found.mode = mode_in(row, at) or found.mode
    if offers_to_interrupt(row) then found.interruptible = at end
    if row ~= "" then found.lines[#found.lines + 1] = text.trim(row) end
  end
  if bottom < view.last then found.vim = select(2, parted(view:row(view.last))) end
  memory.has_vim = memory.has_vim or found.vim ~= nil
  found.pasting = is_pasting(view, bottom)
  if found.mode then remember_beside(view, bottom) end
  found.hidden = not found.mode and (found.pasting or is_notice(view, bottom))
  if found.hidden then found.mode = memory.mode elseif bottom < view.last then memory.mode = found.mode end
  return found
end

return footer
