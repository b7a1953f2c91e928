-- The marks that a shell was told to make (OSC 133 with our nonce), read from the end of the transcript. Marks of
-- others are nobody's word: a command can print what it likes.

local marks = {}

-- Labels of the transcript outlive this Lua state: what stands in one is known after a restart.
function marks.label(nonce, kind) return ("shell:%s:%s"):format(nonce, kind) end

local form = "^shell:(%x+):(%l+)$"

function marks.nonce()
  return ("%08x%08x"):format(math.random(0, 0x7fffffff), math.random(0, 0x7fffffff))
end

-- Kinds of shells by the nonces that were typed in this session.
local function typed(ctx)
  local kinds = {}
  for label in pairs(ctx.markers) do
    local nonce, kind = label:match(form)
    if nonce then kinds[nonce] = kind end
  end
  return kinds
end

-- Whether a shell was told to make marks, and has made one.
function marks.told(ctx) return next(typed(ctx)) ~= nil end

function marks.kind(ctx, nonce) return typed(ctx)[nonce] end

-- Where nothing was typed, as in a recording, the first nonce that shows is believed.
local function believed(ctx)
  local known = typed(ctx)
  if next(known) then return known end
  local first = ctx.transcript:match("\27%]133;[AD][^\7\27]*;aid=(%x+)%.%d+\7")
  return first and { [first] = true } or {}
end

local function read(text, at)
  local first, last, letter, options = text:find("^\27%]133;([ABCD])([^\7\27]*)\7", at)
  local nonce, number = (options or ""):match(";aid=(%x+)%.(%d+)$")
  if not nonce then return nil end
  return {
    letter = options:find(";k=s;", 1, true) and "continuation" or letter,
    status = tonumber(options:match("^;(%d+);")),
    nonce = nonce,
    number = tonumber(number),
    first = first,
    last = last,
  }
end

-- All marks of the shell itself, the oldest first; `also` is one more nonce that is ours.
function marks.all(ctx, also)
  local known, found = believed(ctx), {}
  if also then known[also] = true end
  if not next(known) then return found end
  local text = ctx.transcript
  local at = text:find("\27]133;", 1, true)
  while at do
    local mark = read(text, at)
    if mark and known[mark.nonce] then found[#found + 1] = mark end
    at = text:find("\27]133;", at + 1, true)
  end
  return found
end

-- The newest mark of a letter and its place in the list, before another place if one is given.
function marks.newest(list, letter, before)
  for at = (before or #list + 1) - 1, 1, -1 do
    if list[at].letter == letter then return list[at], at end
  end
end

return marks
