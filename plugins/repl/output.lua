-- What an evaluation printed, as text: from the transcript behind the Enter that sent it. It may print anything, so
-- each step here takes time in proportion to the text.

local output = {}

-- What node draws below the line that is typed, and a line feed of python's that was gone back for.
local drawn = {
  -- The line feed before it may stand before the Enter already.
  "^\27%[90m// [^\27\n]*\27%[39m",
  "\r?\n\27%[90m[^\27\n]*\27%[39m\27%[%d+G\27%[1A",
  "\27%[1A\n",
}

function output.without_drawing(text)
  for _, form in ipairs(drawn) do text = text:gsub(form, "") end
  return text
end

-- An end that never comes is left open, so that what began is gone all the same.
local sequences = {
  "\27%][^\7\27]*\7?",
  "\27[PX^_][^\27]*",
  "\27%[[0-?]*[ -/]*[@-~]?",
  "\27[ -/]*[0-~]?",
}

local function without_escapes(text)
  for _, sequence in ipairs(sequences) do
    if not text:find("\27", 1, true) then break end
    text = text:gsub(sequence, "")
  end
  return text
end

-- A return goes back to the beginning of the line: what was written last is what is read.
local function overwritten(line)
  local last = ""
  for part in line:gmatch("[^\r]+") do last = part end
  return last
end

-- A backspace takes the character before it.
local function erased(line)
  local kept = {}
  for character in line:gmatch("[\0-\127\194-\253][\128-\191]*") do
    if character == "\8" then kept[#kept] = nil else kept[#kept + 1] = character end
  end
  return table.concat(kept)
end

local function line_as_read(line)
  if not line:find("[\0-\8\11-\31\127]") then return line end
  if line:find("\r", 1, true) then line = overwritten(line) end
  if line:find("\8", 1, true) then line = erased(line) end
  return (line:gsub("[\0-\8\11-\31\127]", ""))
end

-- Escape sequences are left out, not obeyed: a program that draws leaves its words in the order that it wrote them.
function output.plain(text)
  text = without_escapes(text)
  if not text:find("[\0-\8\11-\31\127]") then return text end
  return (text:gsub("[^\n]+", line_as_read))
end

return output
