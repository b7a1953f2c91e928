-- What a command printed, as text: from the stretch of the transcript between the two marks round it.

local output = {}

-- zsh shows where a line did not end: a sign in inverse, and blanks as far as the edge.
local sign = "\27%[1m\27%[7m[^\27]*\27%[27m\27%[1m\27%[0m *\r *\r$"
local sign_bytes = 1100

local function without_end_sign(text)
  local from = math.max(1, #text - sign_bytes)
  local at = text:sub(from):find(sign)
  return at and text:sub(1, from + at - 2) or text
end

function output.plain(text) return ptywright.text.printed(without_end_sign(text)) end

return output
