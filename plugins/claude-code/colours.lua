-- Distinguishes rows of the program from text of others by colour.

local colours = {}

-- True for the grey of hints, status lines and folded text. In a theme with terminal colours, any colour may be grey.
function colours.is_grey(fg)
  local red, green, blue = tostring(fg):match("^#(%x%x)(%x%x)(%x%x)$")
  return red ~= nil and red == green and green == blue
end

-- Text colours of the dark and the light theme. The bullet of an answer has this colour. The bullet of a tool has
-- another one.
local of_words = { ["#ffffff"] = true, ["#000000"] = true }

function colours.are_of_words(fg) return fg ~= nil and of_words[fg] == true end

-- In a theme with terminal colours, the text colour is known only after a prompt was seen.
function colours.are_of_others(fg) return type(fg) == "string" and not of_words[fg] end

-- A prompt has the text colour, too.
function colours.learn(fg)
  if fg then of_words[fg] = true end
end

return colours
