-- The kind of an error by its words.

local text = ptywright.text

local problems = {}

local kinds = {
  { "auth", { "401", "403", "unauthorized", "api key", "api_key", "api-key", "authentication", "permission denied" } },
  { "rate_limit", { "429", "rate limit", "too many requests", "resource_exhausted" } },
  { "quota", { "quota", "usage limit", "credit" } },
  { "too_long", { "too long", "context length", "context window" } },
  { "overloaded", { "overloaded", "503", "529", "high demand" } },
  { "connection", { "stream disconnected", "connection", "network", "econnrefused", "fetch failed" } },
}

-- Returns { kind, message }.
function problems.of(message)
  message = text.squeeze(message)
  local words = text.lower(message)
  for _, one in ipairs(kinds) do
    if text.has(words, one[2]) then return { kind = one[1], message = message } end
  end
  return { kind = "api", message = message }
end

return problems
