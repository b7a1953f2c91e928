-- Versions of Claude Code: which one this is, and what is known of how it draws. All rules share one base, which
-- reads structure; a range of versions only says which signs can be relied upon.

local colours = require "colours"

local screen, text = ptywright.screen, ptywright.text

local version = {}

-- `cursor`: the cursor stands in the composer whenever there is one; before, it is parked below. `planning`: it is
-- asked whether to plan; later versions begin at once. `wraps`: words that are too long for a row go on at the left edge.
-- `untimed`: no row says how long a turn took that has failed. `erases`: where a turn or a dialog ends, the composer is
-- drawn at first without what has become of it.
local ranges = {
  { from = { 2, 0, 0 }, name = "2.0", cursor = false, planning = true, wraps = true },
  { from = { 2, 1, 0 }, name = "2.1.0 to 2.1.111", cursor = false, planning = false, erases = true },
  { from = { 2, 1, 112 }, name = "2.1.112 to 2.1.325", cursor = true, planning = false },
  { from = { 2, 1, 326 }, name = "2.1.326 and later", cursor = true, planning = false, untimed = true },
}

-- The newest that was tried; later ones are read by structure alone.
local newest = { 2, 1, 327 }

-- Nothing is relied upon, and nothing is left out.
local unknown = { name = "unknown", cursor = false, planning = true }

local function before(one, other)
  for at = 1, 3 do
    if one[at] ~= other[at] then return one[at] < other[at] end
  end
  return false
end

local function range_of(numbers)
  local fitting = unknown
  for _, range in ipairs(ranges) do
    if not before(numbers, range.from) then fitting = range end
  end
  return fitting
end

-- A program does not change its version: the first banner is believed, and none after it.
local known

local logo = { "╭", "▐", "▝", "▛", "▜", "█", "▗", "▖" }

local function is_logo(words) return text.starts(text.trim(words), logo) ~= nil end

-- The logo may be out for a moment. Bold and grey in one line is nothing that the model can say.
local function is_in_its_colours(view, row)
  local blanks = view:row(row):match("^( +)Claude Code v")
  if not blanks or not screen.style_at(row, #blanks).bold then return false end
  return colours.is_grey(screen.style_at(row, #blanks + #"Claude Code ").fg)
end

-- What the model says is indented by two columns; what moves in the logo may be, too.
local function is_beside_logo(view, row)
  if view:row(row):sub(1, 2) ~= "  " then return true end
  return is_logo(view:row(row)) or is_logo(view:row(row + 1)) or is_in_its_colours(view, row)
end

local banner_rows = 6

-- To look for words is cheaper than to look for a pattern.
local function numbers_in(row)
  if not row:find("Claude Code v", 1, true) then return nil end
  local major, minor, patch = row:match("Claude Code v(%d+)%.(%d+)%.(%d+)")
  return major and { tonumber(major), tonumber(minor), tonumber(patch) }
end

-- Whether a version stands in the rows of the banner, whoever has written it.
function version.is_named(view)
  for at = 0, math.min(view.last, banner_rows - 1) do
    if view:row(at):find("Claude Code v%d") then return true end
  end
  return false
end

-- The banner stands at the top, beside or in the frame of the logo: nothing that was said comes before it. Gives the
-- numbers, and their row.
function version.in_banner(view)
  for at = 0, math.min(view.last, banner_rows - 1) do
    local numbers = numbers_in(view:row(at))
    if numbers and is_beside_logo(view, at) then return numbers, at end
    local glyph = view:glyph(at)
    if glyph == "●" or glyph == "⏺" or glyph == "❯" then return nil end
  end
end

-- { text, range, newer }
function version.of(view)
  if known then return known end
  local numbers = version.in_banner(view)
  if not numbers then return { range = unknown } end
  local newer = before(newest, numbers)
  known = { text = table.concat(numbers, "."), range = newer and unknown or range_of(numbers), newer = newer }
  return known
end

-- Whether a rule that is for some versions only is for this one.
function version.is_among(found, trait) return found.range[trait] ~= false end

-- What to add to the evidence of a state.
function version.remark(found)
  if not found.newer then return "" end
  return ("; %s is newer than any version that was tried, so by structure alone"):format(found.text)
end

return version
