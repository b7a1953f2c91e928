-- Reads the marks of a shell (OSC 133 with our nonce) from the end of the transcript. Marks with another nonce are
-- ignored: a command can print anything.

local marks = {}

-- The transcript keeps its labels when this Lua state ends, so the plugin knows the nonces after a restart.
function marks.label(nonce, kind) return ("shell:%s:%s"):format(nonce, kind) end

local form = "^shell:(%x+):(%l+)$"

function marks.nonce()
  return ("%08x%08x"):format(math.random(0, 0x7fffffff), math.random(0, 0x7fffffff))
end

-- Returns the kinds of shells by the nonces typed in this session.
local function typed(ctx)
  local kinds = {}
  for label in pairs(ctx.markers) do
    local nonce, kind = label:match(form)
    if nonce then kinds[nonce] = kind end
  end
  return kinds
end

-- Whether a shell of this session was set up to print marks.
function marks.are_set_up(ctx) return next(typed(ctx)) ~= nil end

function marks.kind(ctx, nonce) return typed(ctx)[nonce] end

local start = "\27]133;"

-- Without a typed nonce, as in a recording, the first visible nonce is trusted.
local function trusted_nonces(ctx)
  local typed_nonces = typed(ctx)
  if next(typed_nonces) then return typed_nonces end
  local text = ctx.transcript
  local at = text:find(start, 1, true)
  while at do
    local nonce = text:match("^\27%]133;[AD][^\7\27]*;aid=(%x+)%.%d+\7", at)
    if nonce then return { [nonce] = true } end
    at = text:find(start, at + 1, true)
  end
  return {}
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

-- Returns all marks of the shell, the oldest first. `also` is one more trusted nonce.
function marks.all(ctx, also)
  local trusted, found = trusted_nonces(ctx), {}
  if also then trusted[also] = true end
  if not next(trusted) then return found end
  local text = ctx.transcript
  local at = text:find(start, 1, true)
  while at do
    local mark = read(text, at)
    if mark and trusted[mark.nonce] then found[#found + 1] = mark end
    at = text:find(start, at + 1, true)
  end
  return found
end

-- Returns the newest mark of a letter and its position in the list, optionally before another position.
function marks.newest(list, letter, before)
  for at = (before or #list + 1) - 1, 1, -1 do
    if list[at].letter == letter then return list[at], at end
  end
end

return marks
