-- What may be sent as a prompt, and how it is kept from being taken for something else.

local acting = require "acting"

local text = ptywright.text

local wording = {}

-- Alone, these end the program.
local endings = { exit = true, quit = true, [":q"] = true, [":q!"] = true, [":wq"] = true, [":wq!"] = true }

-- What a terminal would take for keys is left out, as a paste would leave it out. What would begin a menu or a mode of
-- the composer is kept from it.
local function guarded(words)
  words = words:gsub("\27%[20[01]~", ""):gsub("\r\n?", "\n"):gsub("[%z\1-\8\11-\31\127]", ""):gsub("\n+$", "")
  if words:find("^[!#]") then words = " " .. words end
  local last = words:match("(%S*)$")
  if last:find("\\$") or last:find("@", 1, true) or last:find(":[%w_+-]+$") then words = words .. " " end
  return words
end

-- The words of a prompt as they can be pasted.
function wording.prompt_of(params)
  local words = params.prompt
  if type(words) ~= "string" then acting.refuse("prompt: a text is needed") end
  if words:find("^%s*/%S") then acting.refuse("a prompt that begins with / is a command: use slash_command") end
  if endings[text.lower(text.trim(words))] then
    acting.refuse("the prompt %q would end Claude Code: say it in other words", text.trim(words))
  end
  return guarded(words)
end

return wording
