-- Returns the output of an evaluation: the transcript after its Enter, without what the REPL itself draws.

local output = {}

-- What Node draws below the typed line, with or without colours, and a line feed that Python went back from.
local sequences = {
  -- The line feed before it may precede the Enter.
  "^\27%[90m// [^\27\n]*\27%[39m",
  "^// [^\27\n]*\27%[%d+G\27%[1A",
  "\r?\n// [^\27\n]*\27%[%d+G\27%[1A",
  "\r?\n\27%[90m[^\27\n]*\27%[39m\27%[%d+G\27%[1A",
  "\27%[1A\n",
}

function output.without_drawing(text)
  for _, form in ipairs(sequences) do text = text:gsub(form, "") end
  return text
end

return output
