-- Claude Code: detects what it waits for and provides it. Reads states from the structure of the screen (see
-- state.lua). Each intent reads the screen before it sends anything, then verifies the effect.

local later = require "lib/later"
local state = require "state"
local waits = require "lib/waits"

-- Reading the state needs none of these modules.
local choosing, commands, keys, prompting = later "choosing", later "commands", later "keys", later "prompting"

local plugin = {
  classify = state.classify,
  describe = function() return require "catalog" end,

  send_prompt = prompting.send,
  steer = prompting.steer,
  attach_file = prompting.attach,
  clear_draft = prompting.clear,

  approve = choosing.approve,
  deny = choosing.deny,
  approve_trust = choosing.approve_trust,
  deny_trust = choosing.deny_trust,
  choose_option = choosing.choose_option,
  answer_question = choosing.answer_question,

  slash_command = commands.run,
  cancel = keys.cancel,
  force_cancel = keys.force_cancel,
  expand = keys.expand,
  dismiss_welcome = keys.dismiss_welcome,
  model_effort_left = keys.effort_left,
  model_effort_right = keys.effort_right,
  set_mode = keys.set_mode,
  key = function(...) return require "lib/keys"(...) end,
}

waits.add(plugin, function(ctx) return state.of(state.see(ctx)) end)

return plugin
