-- The rows below the composer: the mode, hints, and the status lines of whoever set one up.

local text = ptywright.text

local footer = {}

-- By the words before "on"; what is none of these is told as it is written.
local modes = {
  ["accept edits"] = "acceptEdits",
  ["plan mode"] = "plan",
  ["auto mode"] = "auto",
  ["manual mode"] = "default",
  ["bypass permissions"] = "bypassPermissions",
}

-- The mode that a row tells: a sign for pause or play, and words that end in "on".
local function mode_in(row)
  local words = row:match("^%s*⏵⏵ (.-) on%f[%W]") or row:match("^%s*⏸ (.-) on%f[%W]")
  return words and (modes[words] or words)
end

-- The same without the sign.
function footer.mode(row)
  local words = row:match("^(.-) on%f[%W]")
  return words and modes[words]
end

local interrupt = "esc to interrupt"

-- { mode, interruptible (row), lines }
function footer.below(view, bottom)
  local found = { lines = {} }
  for at = bottom + 1, view.last do
    local row = view:row(at)
    local mode = mode_in(row)
    found.mode = found.mode or mode
    if not found.interruptible and row:find(interrupt, 1, true) then found.interruptible = at end
    if row ~= "" then found.lines[#found.lines + 1] = text.trim(row) end
  end
  return found
end

return footer
