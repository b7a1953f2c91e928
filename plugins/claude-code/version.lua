-- Versions of Claude Code: which one this is, and what is known of how it draws. All rules share one base, which
-- reads structure; a range of versions only says which signs can be relied upon.

local version = {}

-- `title`: the window's title tells whether a turn runs. `marker`: a turn ends with a row that says how long it took.
-- `cursor`: the cursor stands in the composer, or on the selected row of a dialog.
local ranges = {
  { from = { 2, 0, 0 }, name = "2.0", title = false, marker = false, cursor = false },
  { from = { 2, 1, 0 }, name = "2.1.0 to 2.1.49", title = false, marker = false, cursor = false },
  { from = { 2, 1, 50 }, name = "2.1.50 to 2.1.149", title = true, marker = false, cursor = true },
  { from = { 2, 1, 150 }, name = "2.1.150 to 2.1.259", title = true, marker = true, cursor = true },
  { from = { 2, 1, 260 }, name = "2.1.260 and later", title = true, marker = true, cursor = true },
}

-- The newest that was tried; later ones are read by structure alone.
local newest = { 2, 1, 327 }

-- Nothing is relied upon.
local unknown = { name = "unknown", title = false, marker = false, cursor = false }

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

-- The banner stands at the top, beside or in the frame of the logo: nothing that was said comes before it.
local function in_banner(view)
  for at = 0, math.min(view.last, 5) do
    local major, minor, patch = view:row(at):match("Claude Code v(%d+)%.(%d+)%.(%d+)")
    if major then return { tonumber(major), tonumber(minor), tonumber(patch) } end
    local glyph = view:glyph(at)
    if glyph == "●" or glyph == "⏺" or glyph == "❯" then return nil end
  end
end

-- { text, range, newer }
function version.of(view)
  if known then return known end
  local numbers = in_banner(view)
  if not numbers then return { range = unknown } end
  local newer = before(newest, numbers)
  known = { text = table.concat(numbers, "."), range = newer and unknown or range_of(numbers), newer = newer }
  return known
end

-- What to add to the evidence of a state.
function version.remark(found)
  if not found.newer then return "" end
  return ("; %s is newer than any version that was tried, so by structure alone"):format(found.text)
end

return version
