-- Detects the version of Claude Code and its known display behaviour. All rules share one base that reads structure. A
-- range of versions only says which signs are reliable.

local colours = require "colours"
local memory = require "memory"

local screen, text = ptywright.screen, ptywright.text

local version = {}

-- `cursor`: the cursor is in the composer whenever one is visible; in earlier versions it is parked below.
-- `planning`: asks whether to plan; later versions begin at once.
-- `wraps`: long text continues at the left edge.
-- `raw`: control characters of a command are written unescaped, in frames that are complete.
-- `untimed`: a failed turn has no row with its duration.
-- `erases`: at the end of a turn or a dialog, the composer is first drawn without the result.
local ranges = {
  { from = { 2, 0, 0 }, name = "2.0", cursor = false, planning = true, wraps = true, raw = true },
  { from = { 2, 1, 0 }, name = "2.1.0 to 2.1.111", cursor = false, planning = false, erases = true },
  { from = { 2, 1, 112 }, name = "2.1.112 to 2.1.325", cursor = true, planning = false },
  { from = { 2, 1, 326 }, name = "2.1.326 and later", cursor = true, planning = false, untimed = true },
}

-- The newest tested version. Later ones are read by structure alone.
local newest = { 2, 1, 327 }

-- Relies on no version-specific sign, and leaves out no rule.
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

local logo = { "╭", "▐", "▝", "▛", "▜", "█", "▗", "▖" }

local function is_logo(words) return text.starts(text.trim(words), logo) ~= nil end

-- The logo may disappear for a moment. The model cannot produce bold and grey in one line.
local function is_in_its_colours(view, row)
  local blanks = view:row(row):match("^( +)Claude Code v")
  if not blanks or not screen.style_at(row, #blanks).bold then return false end
  return colours.is_grey(screen.style_at(row, #blanks + #"Claude Code ").fg)
end

-- Text of the model is indented by two columns. Moving parts of the logo may be, too.
local function is_beside_logo(view, row)
  if view:row(row):sub(1, 2) ~= "  " then return true end
  return is_logo(view:row(row)) or is_logo(view:row(row + 1)) or is_in_its_colours(view, row)
end

local banner_rows = 6

-- A plain search is cheaper than a pattern.
local function numbers_in(row)
  if not row:find("Claude Code v", 1, true) then return nil end
  local major, minor, patch = row:match("Claude Code v(%d+)%.(%d+)%.(%d+)")
  return major and { tonumber(major), tonumber(minor), tonumber(patch) }
end

-- Whether a version is in the rows of the banner, even if other text contains it.
function version.is_named(view)
  for at = 0, math.min(view.last, banner_rows - 1) do
    if view:row(at):find("Claude Code v%d") then return true end
  end
  return false
end

-- The banner is at the top, beside or inside the frame of the logo. No text of the conversation comes before it.
-- Returns the version numbers and their row.
function version.in_banner(view)
  for at = 0, math.min(view.last, banner_rows - 1) do
    local numbers = numbers_in(view:row(at))
    if numbers and is_beside_logo(view, at) then return numbers, at end
    local glyph = view:glyph(at)
    if glyph == "●" or glyph == "⏺" or glyph == "❯" then return nil end
  end
end

-- In a narrow terminal, the banner of the first versions has no number. Later banners have no frame then.
local function is_unnumbered(view)
  for at = 0, math.min(view.last, banner_rows - 1) do
    if view:row(at):find("^╭─ Claude Code ─") then return true end
  end
  return false
end

-- Returns { text, range, newer }. The version of a program does not change, so only the first banner counts.
function version.of(view)
  if memory.version then return memory.version end
  local numbers = version.in_banner(view)
  if not numbers and is_unnumbered(view) then memory.version = { range = ranges[1] } end
  if not numbers then return memory.version or { range = unknown } end
  local newer = before(newest, numbers)
  memory.version = { text = table.concat(numbers, "."), range = newer and unknown or range_of(numbers), newer = newer }
  return memory.version
end

-- Returns the behaviour of the version that was detected last.
function version.range() return memory.version and memory.version.range or unknown end

-- Whether a rule that is limited to some versions applies to this one.
function version.is_among(found, trait) return found.range[trait] ~= false end

-- Returns a remark for the evidence of a state.
function version.remark(found)
  if not found.newer then return "" end
  return ("; %s is newer than any tested version, so it is read by structure alone"):format(found.text)
end

return version
