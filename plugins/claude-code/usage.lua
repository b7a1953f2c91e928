-- Reads the usage panel: the cost of the session, and the used part of the limits.

local text = ptywright.text

local usage = {}

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

function usage.of(view, found)
  local result = {}
  local lines = text.lines(view:block(found.title_row + 1, found.last))
  for at, line in ipairs(lines) do
    read_amount(result, text.trim(line))
    read_limit(result, lines, at)
  end
  return result
end

return usage
