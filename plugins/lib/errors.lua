-- Errors of an agent by their message: their kind, and when a new attempt is worth it.

local text = ptywright.text

local errors = {}

-- Kinds of errors by words in the message. The first match wins.
local kinds = {
  {
    "auth",
    {
      "/login", "not logged in", "api key", "api_key", "api-key", "authentication", "unauthorized", "401", "403", "oauth",
      "permission denied",
    },
  },
  { "quota", { "credit", "extra usage is required", "spend limit" } },
  {
    "rate_limit",
    {
      "429", "rate limit", "rate_limit", "too many requests", "resource_exhausted", "usage limit", "hit your",
      "5-hour limit", "weekly limit",
    },
  },
  { "quota", { "quota" } },
  { "overloaded", { "529", "503", "overloaded", "high demand" } },
  { "too_long", { "is too long", "prompt too long", "context length", "context window" } },
  { "refusal", { "usage policy", "unable to respond to this request" } },
  {
    "connection",
    { "connection", "network", "econn", "could not connect", "unable to connect", "disconnected", "fetch failed", "timed out" },
  },
  { "api", { "api error", "api_error", "500", "502", "server error", "request" } },
}

-- A status is a separate number. Part of a port does not count.
local function names(low, sign)
  if sign:find("^%d+$") then return low:find("%f[%d]" .. sign .. "%f[%D]") ~= nil end
  return low:find(sign, 1, true) ~= nil
end

-- An HTTP status takes precedence over the words after it.
local statuses = { ["401"] = "auth", ["403"] = "auth", ["429"] = "rate_limit", ["529"] = "overloaded" }

local function kind_of(words)
  local status = words:match("API Error: (%d%d%d)%f[%D]")
  if status then
    local known = statuses[status]
    if known then return known end
    words = words:gsub("%d+", "")
  end
  local low = text.lower(words)
  for _, kind in ipairs(kinds) do
    for _, sign in ipairs(kind[2]) do
      if names(low, sign) then return kind[1] end
    end
  end
  return "unknown"
end

local units = { m = 60, h = 3600, ms = 0.001 }

local function retry_after(words)
  local low = text.lower(words)
  for _, opening in ipairs { "retry", "retrying", "try again" } do
    local number, unit = low:match("%f[%a]" .. opening .. " in (%d+)%s*(%a*)")
    if not number then number, unit = low:match("%f[%a]" .. opening .. " after (%d+)%s*(%a*)") end
    if number then return math.ceil(tonumber(number) * (units[unit] or units[unit:sub(1, 1)] or 1)) end
  end
end

-- Returns { kind, message, retry_after_s }. `kind` is auth, quota, rate_limit, overloaded, too_long, refusal, connection,
-- api or unknown.
function errors.read(message)
  message = text.squeeze(message)
  return { kind = kind_of(message), message = message, retry_after_s = retry_after(message) }
end

return errors
