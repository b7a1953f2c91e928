-- Distinguishes rows of the program from text of others by colour.

local memory = require "memory"

local colours = {}

-- True for the grey of hints, status lines and folded text. In a theme with terminal colours, any colour may be grey.
function colours.is_grey(fg)
  local red, green, blue = tostring(fg):match("^#(%x%x)(%x%x)(%x%x)$")
  return red ~= nil and red == green and green == blue
end

function colours.are_of_words(fg) return fg ~= nil and memory.text_colours[fg] == true end

-- In a theme with terminal colours, the text colour is known only after a prompt was seen.
function colours.are_of_others(fg) return type(fg) == "string" and not memory.text_colours[fg] end

-- A prompt has the text colour, too.
function colours.learn(fg)
  if fg then memory.text_colours[fg] = true end
end

return colours
