-- What an evaluation printed: the transcript behind the Enter that sent it, without what the loop itself drew there.

local output = {}

-- What node draws below the line that is typed, with colours or without, and a line feed of python's that was gone
-- back for.
local drawn = {
  -- The line feed before it may stand before the Enter already.
  "^\27%[90m// [^\27\n]*\27%[39m",
  "^// [^\27\n]*\27%[%d+G\27%[1A",
  "\r?\n// [^\27\n]*\27%[%d+G\27%[1A",
  "\r?\n\27%[90m[^\27\n]*\27%[39m\27%[%d+G\27%[1A",
  "\27%[1A\n",
}

function output.without_drawing(text)
  for _, form in ipairs(drawn) do text = text:gsub(form, "") end
  return text
end

return output
