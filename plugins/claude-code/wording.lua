-- Checks the text of a prompt, and prevents that Claude Code interprets it as something else.

local acting = require "acting"

local text = ptywright.text

local wording = {}

-- Each of these alone ends the program.
local endings = { exit = true, quit = true, [":q"] = true, [":q!"] = true, [":wq"] = true, [":wq!"] = true }

-- Removes what a terminal would interpret as keys, as a paste would. Guards characters that would open a menu or a mode
-- of the composer.
local function guarded(words)
  words = words:gsub("\27%[20[01]~", ""):gsub("\r\n?", "\n"):gsub("[%z\1-\8\11-\31\127]", ""):gsub("\n+$", "")
  if words:find("^[!#]") then words = " " .. words end
  local last = words:match("(%S*)$")
  if last:find("\\$") or last:find("@", 1, true) or last:find(":[%w_+-]+$") then words = words .. " " end
  return words
end

-- Returns the text of a prompt in a form that can be pasted.
function wording.prompt_of(params)
  local words = params.prompt
  if type(words) ~= "string" then acting.refuse("prompt: expected a string") end
  if words:find("^%s*/%S") then acting.refuse("a prompt that begins with / is a command: use slash_command") end
  if endings[text.lower(text.trim(words))] then
    acting.refuse("the prompt %q would end Claude Code: use other words", text.trim(words))
  end
  return guarded(words)
end

return wording
