-- Claude Code: detects what it waits for and provides it. Reads states from the structure of the screen (see
-- state.lua). Each intent reads the screen before it sends anything, then verifies the effect.

local later = require "lib/later"
local state = require "state"
local waits = require "lib/waits"

-- Reading the state needs none of these modules.
local intents = {
  prompting = { "send_prompt", "steer", "attach_file", "clear_draft" },
  choosing = { "approve", "deny", "approve_trust", "deny_trust", "choose_option", "answer_question" },
  commands = { "slash_command" },
  keys = {
    "cancel", "force_cancel", "expand", "dismiss_welcome", "model_effort_left", "model_effort_right", "set_mode", "key",
  },
}

local plugin = { classify = state.classify, describe = function() return require "catalog" end }

for module, names in pairs(intents) do
  for _, name in ipairs(names) do plugin[name] = later(module)[name] end
end
waits.add(plugin, function(ctx) return state.rested(state.see(ctx)) end)

return plugin
