-- Reads the panels that commands of the user open: models, usage, settings and others.

local dialogs = require "lib/dialogs"
local options = require "lib/options"
local panel = require "panel"

local text = ptywright.text

local pages = {}

function pages.selects_model(found) return text.starts(found.title, "Select model") ~= nil and #found.options > 0 end

-- Parses "◐ Medium effort (default) ←/→ to adjust".
local function effort(view, found)
  for at = found.options[#found.options].row, found.last do
    local level = view:row(at):match("(%S+) effort")
    if level then return text.lower(level) end
  end
end

function pages.models(view, found)
  local current
  for _, option in ipairs(found.options) do
    local label = option.label:match("^(.-)%s*✔$")
    if label then option.label, current = label, label end
  end
  return dialogs.choices("model_select", found, { current = current, effort = effort(view, found) })
end

local amounts = { "Total duration (wall):", "% used", "only available for subscription plans", "Loading usage" }

function pages.shows_usage(view, found)
  local tabs = found.title:find("Usage", 1, true)
  if not tabs then return false end
  -- Without styles, the text below identifies the page.
  local front = panel.front(found.title_row)
  if front then return front == "Usage" end
  return text.has(view:block(found.first, found.last), amounts) ~= nil
end

local units = { k = 1000, m = 1000000 }

local function number(words)
  local digits, unit = (words or ""):gsub(",", ""):match("([%d%.]+)%s*([kKmM]?)")
  local value = tonumber(digits)
  return value and value * (units[text.lower(unit)] or 1)
end

local function seconds(words)
  local total = 0
  for amount, unit in words:gmatch("([%d%.]+)([hms])%f[%A]") do
    total = total + tonumber(amount) * ({ h = 3600, m = 60, s = 1 })[unit]
  end
  return total
end

local readers = {
  ["cost:$"] = function(result, value) result.cost_usd = number(value:match("%$([%d%.,]+)")) end,
  ["%(api%):$"] = function(result, value) result.api_duration_s = seconds(value) end,
  ["%(wall%):$"] = function(result, value) result.wall_duration_s = seconds(value) end,
  ["code changes:$"] = function(result, value)
    result.lines_added = number(value:match("([%d,]+) lines? added"))
    result.lines_removed = number(value:match("([%d,]+) lines? removed"))
  end,
  ["^usage:$"] = function(result, value)
    result.input_tokens = number(value:match("(%S+) input"))
    result.output_tokens = number(value:match("(%S+) output"))
    result.cache_read_tokens = number(value:match("(%S+) cache read"))
    result.cache_write_tokens = number(value:match("(%S+) cache write"))
  end,
}

local function read_amount(result, line)
  local name, value = line:match("^(.-:)%s+(.*)$")
  if not name then return end
  for pattern, read in pairs(readers) do
    if text.lower(name):find(pattern) then read(result, value) end
  end
end

-- A limit is a title, a bar with the used percentage, and the time of its reset.
local function read_limit(result, lines, at)
  local percent = lines[at]:match("(%d+)%% used")
  if not percent then return end
  local title = at > 1 and text.lower(text.trim(lines[at - 1])) or "limit"
  local resets = lines[at + 1] and lines[at + 1]:match("Resets?%s+(.*)$") or lines[at]:match("Resets?%s+(.*)$")
  result.limits = result.limits or {}
  result.limits[title] = { percent_used = tonumber(percent), resets = resets }
end

-- Returns the cost of the session, and the used part of the limits.
function pages.usage(view, found)
  local result = {}
  local lines = text.lines(view:block(found.title_row + 1, found.last))
  for at, line in ipairs(lines) do
    read_amount(result, text.trim(line))
    read_limit(result, lines, at)
  end
  return result
end

-- Identifies a page by its title and, if there are several tabs, by the active tab.
function pages.of(found)
  local title, tabs = found.title:match("^(%S.-)%s%s+(.+)$")
  return {
    title = title or found.title,
    tab = tabs and panel.front(found.title_row) or nil,
    hint = found.hint ~= "" and found.hint or nil,
    options = #found.options > 0 and options.metadata(found.options) or nil,
  }
end

return pages
