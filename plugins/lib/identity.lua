-- Ids of dialogs: a hash of the question, so that an answer to one dialog is not given to the next.

local identity = {}

-- The last text and its hash, because a dialog that waits is read many times.
local cache = {}

-- Returns FNV-1a over the bytes of a text, as eight hexadecimal digits. An empty text hashes to zeros.
function identity.hash(words)
  if words == "" then return "00000000" end
  if words == cache.words then return cache.hash end
  local value = 0x811c9dc5
  for at = 1, #words do
    value = ((value ~ words:byte(at)) * 0x01000193) & 0xffffffff
  end
  cache.words, cache.hash = words, ("%08x"):format(value)
  return cache.hash
end

local function labels(options)
  local list = {}
  for at, option in ipairs(options) do list[at] = option.label end
  return table.concat(list, "|")
end

-- The body may differ while the summary is the same, as in two edits of one file.
function identity.permission(tool, summary, body)
  local words = ("perm:%s:%s"):format(tool or "unknown", summary or "")
  return identity.hash(body and body ~= summary and ("%s:%s"):format(words, body) or words)
end

function identity.of_choices(kind, options) return identity.hash(kind .. ":" .. labels(options)) end

return identity
