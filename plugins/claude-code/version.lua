-- Detects the version of Claude Code, and which facts of versions.lua apply to it. All rules share one base that reads
-- structure. The facts only say which signs are reliable.

local colours = require "colours"
local lib = require "lib/versions"
local memory = require "memory"
local versions = require "versions"

local screen, text = ptywright.screen, ptywright.text

local version = {}

local unknown = lib.of(versions)

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
  return row:find("Claude Code v", 1, true) and lib.numbers(row:match("Claude Code v(%d+%.%d+%.%d+)") or "")
end

local function has_row(view, pattern)
  for at = 0, math.min(view.last, banner_rows - 1) do
    if view:row(at):find(pattern) then return true end
  end
  return false
end

-- Whether a version is in the rows of the banner, even if other text contains it.
function version.is_named(view) return has_row(view, "Claude Code v%d") end

-- The banner is at the top, beside or inside the frame of the logo. No text of the conversation comes before it.
local function read_banner(view)
  for at = 0, math.min(view.last, banner_rows - 1) do
    local numbers = numbers_in(view:row(at))
    if numbers and is_beside_logo(view, at) then return numbers, at end
    local glyph = view:glyph(at)
    if glyph == "●" or glyph == "⏺" or glyph == "❯" then return nil end
  end
end

-- Returns the version numbers and their row.
function version.in_banner(view)
  view.banner = view.banner or { read_banner(view) }
  return view.banner[1], view.banner[2]
end

-- In a narrow terminal, the banner of the first versions has no number. Later banners have no frame then.
local function is_unnumbered(view) return has_row(view, "^╭─ Claude Code ─") end

-- Returns { text, facts, newer }. The version of a program does not change, so only the first banner counts.
function version.of(view)
  if memory.version then return memory.version end
  local numbers = version.in_banner(view)
  if numbers then
    memory.version = lib.of(versions, numbers)
  elseif is_unnumbered(view) then
    memory.version = { facts = lib.of(versions, { 2, 0, 0 }).facts }
  end
  return memory.version or unknown
end

-- Returns the facts of the version that was detected last.
function version.facts() return (memory.version or unknown).facts end

-- Returns a remark for the evidence of a state.
function version.remark(found)
  if not found.newer then return "" end
  return ("; %s is newer than any tested version, so it is read by structure alone"):format(found.text)
end

return version
