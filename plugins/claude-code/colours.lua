-- Colours by which the program's own rows and the words of others are told apart.

local colours = {}

-- Hints, status lines, and what has been folded. Where colours are those of the terminal, any may be its grey.
function colours.is_grey(fg)
  local red, green, blue = tostring(fg):match("^#(%x%x)(%x%x)(%x%x)$")
  return red ~= nil and red == green and green == blue
end

-- Words in a dark theme and in a light one. The bullet of an answer has this colour, and that of a tool another.
local of_words = { ["#ffffff"] = true, ["#000000"] = true }

function colours.are_of_words(fg) return fg ~= nil and of_words[fg] == true end

-- Of a theme that draws with the terminal's colours, the colour of words is known only once a prompt has been seen.
function colours.are_of_others(fg) return type(fg) == "string" and not of_words[fg] end

-- A prompt is written in it, too.
function colours.learn(fg)
  if fg then of_words[fg] = true end
end

return colours
