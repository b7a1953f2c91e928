-- The rows below the composer: the mode, hints, and the status lines of whoever set one up.

local colours = require "colours"

local screen, text = ptywright.screen, ptywright.text

local footer = {}

-- By the words before "on", which may be cut off; what is none of these is told as it is written.
local modes = {
  ["accept edits"] = "acceptEdits",
  ["plan mode"] = "plan",
  ["auto mode"] = "auto",
  ["manual mode"] = "default",
  ["bypass permissions"] = "bypassPermissions",
  ["don't ask"] = "dontAsk",
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

-- The editor mode vim says first in which mode it is, unless that is NORMAL.
local function parted(row)
  local words = text.trim(row)
  local vim, rest = words:match("^%-%- (%u[%u ]*) %-%-%s*(.*)$")
  if not vim_modes[vim or ""] then return words end
  return rest, vim
end

-- The mode that a row tells: a sign for pause or play, and words that end in "on". A status line is grey, and a mode of
-- the program is not, but for the plain one.
local function mode_in(row, at)
  local told = parted(row)
  local sign = text.starts(told, signs)
  local behind = sign and told:sub(#sign + 1)
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

-- The program says it first, or behind its mode; what a status line says of it is nobody's business.
local function offers_to_interrupt(row)
  if not row:find(interrupt, 1, true) then return false end
  local words = parted(row)
  return text.starts(words, interrupt) ~= nil or text.starts(words, signs) ~= nil
end

-- A paste that is still worked on: an Enter that comes before it is done may be lost. Beside a long notice, there is room
-- for one letter in each row.
local function is_pasting(view, bottom)
  if view:row(bottom + 1):find("^  Pasti") then return true end
  for at = 1, 4 do
    if view:row(bottom + at):sub(1, 3) ~= "  " .. ("Past"):sub(at, at) then return false end
  end
  return true
end

-- A long notice takes the place of the mode: it has a colour, and begins further right than anything else does.
local function colour_of_notice(view, at)
  if not view:row(at):find("^   %S") then return nil end
  local fg = screen.style_at(at, 3).fg
  return fg and not colours.is_grey(fg) and tostring(fg) or nil
end

-- The colours of what looks like one, and stood beside a mode: a status line. By how far below the composer each is.
local beside = {}

local function remember_beside(view, bottom)
  beside = {}
  for at = bottom + 1, view.last do beside[at - bottom] = colour_of_notice(view, at) end
end

local function is_notice(view, bottom)
  local colour = colour_of_notice(view, view.last)
  return colour ~= nil and beside[view.last - bottom] ~= colour
end

-- What the footer said of the mode before something hid it.
local seen_before

-- Whether the editor mode vim has been seen: its NORMAL says nothing of itself.
footer.has_vim = false

-- { mode, hidden (nothing is to be seen of the mode), pasting, interruptible (row), vim (its mode), lines }: the rows of the
-- program stand below those of a status line.
function footer.below(view, bottom)
  local found = { lines = {} }
  for at = bottom + 1, view.last do
    local row = view:row(at)
    found.mode = mode_in(row, at) or found.mode
    if offers_to_interrupt(row) then found.interruptible = at end
    if row ~= "" then found.lines[#found.lines + 1] = text.trim(row) end
  end
  if bottom < view.last then found.vim = select(2, parted(view:row(view.last))) end
  footer.has_vim = footer.has_vim or found.vim ~= nil
  found.pasting = is_pasting(view, bottom)
  if found.mode then remember_beside(view, bottom) end
  found.hidden = not found.mode and (found.pasting or is_notice(view, bottom))
  if found.hidden then found.mode = seen_before elseif bottom < view.last then seen_before = found.mode end
  return found
end

return footer
