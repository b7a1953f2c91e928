-- Versions of Claude Code: which one this is, and what is known of how it draws. All rules share one base, which
-- reads structure; a range of versions only says which signs can be relied upon.

local text = ptywright.text

local version = {}

-- `cursor`: the cursor stands in the composer whenever there is one; before, it is parked below. `planning`: it is
-- asked whether to plan; later versions begin at once. `wraps`: words that are too long for a row go on at the left edge.
local ranges = {
  { from = { 2, 0, 0 }, name = "2.0", cursor = false, planning = true, wraps = true },
  { from = { 2, 1, 0 }, name = "2.1.0 to 2.1.111", cursor = false, planning = false },
  { from = { 2, 1, 112 }, name = "2.1.112 and later", cursor = true, planning = false },
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

-- What the model says is indented by two columns; what moves in the logo may be, too.
local function is_beside_logo(view, row)
  return view:row(row):sub(1, 2) ~= "  " or is_logo(view:row(row)) or is_logo(view:row(row + 1))
end

local banner_rows = 6

-- Whether a version stands in the rows of the banner, whoever has written it.
function version.is_named(view)
  for at = 0, math.min(view.last, banner_rows - 1) do
    if view:row(at):find("Claude Code v%d") then return true end
  end
  return false
end

-- The banner stands at the top, beside or in the frame of the logo: nothing that was said comes before it.
function version.in_banner(view)
  for at = 0, math.min(view.last, banner_rows - 1) do
    local major, minor, patch = view:row(at):match("Claude Code v(%d+)%.(%d+)%.(%d+)")
    if major and is_beside_logo(view, at) then return { tonumber(major), tonumber(minor), tonumber(patch) } end
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
