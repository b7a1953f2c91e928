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
  ["cost:$"] = function(told, value) told.cost_usd = number(value:match("%$([%d%.,]+)")) end,
  ["%(api%):$"] = function(told, value) told.api_duration_s = seconds(value) end,
  ["%(wall%):$"] = function(told, value) told.wall_duration_s = seconds(value) end,
  ["code changes:$"] = function(told, value)
    told.lines_added = number(value:match("([%d,]+) lines? added"))
    told.lines_removed = number(value:match("([%d,]+) lines? removed"))
  end,
  ["^usage:$"] = function(told, value)
    told.input_tokens = number(value:match("(%S+) input"))
    told.output_tokens = number(value:match("(%S+) output"))
    told.cache_read_tokens = number(value:match("(%S+) cache read"))
    told.cache_write_tokens = number(value:match("(%S+) cache write"))
  end,
}

local function read_amount(told, line)
  local name, value = line:match("^(.-:)%s+(.*)$")
  if not name then return end
  for pattern, read in pairs(readers) do
    if text.lower(name):find(pattern) then read(told, value) end
  end
end

-- A limit is a title, a bar with the used percentage, and the time of its reset.
local function read_limit(told, lines, at)
  local percent = lines[at]:match("(%d+)%% used")
  if not percent then return end
  local title = at > 1 and text.lower(text.trim(lines[at - 1])) or "limit"
  local resets = lines[at + 1] and lines[at + 1]:match("Resets?%s+(.*)$") or lines[at]:match("Resets?%s+(.*)$")
  told.limits = told.limits or {}
  told.limits[title] = { percent_used = tonumber(percent), resets = resets }
end

function usage.of(view, found)
  local told = {}
  local lines = text.lines(view:block(found.title_row + 1, found.last))
  for at, line in ipairs(lines) do
    read_amount(told, text.trim(line))
    read_limit(told, lines, at)
  end
  return told
end

return usage
