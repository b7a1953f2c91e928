-- Returns the output of a command as text, from the transcript between its two marks.

local output = {}

-- zsh marks an unfinished line with an inverse sign and blanks up to the edge.
local sign = "\27%[1m\27%[7m[^\27]*\27%[27m\27%[1m\27%[0m *\r *\r$"
local sign_bytes = 1100

local function without_end_sign(text)
  local from = math.max(1, #text - sign_bytes)
  local at = text:sub(from):find(sign)
  return at and text:sub(1, from + at - 2) or text
end

function output.plain(text) return ptywright.text.printed(without_end_sign(text)) end

return output
