-- opencode. It uses the whole screen: messages above, and at the bottom the composer or a dialog. While a turn is
-- running, the row below the composer begins with a moving bar.

local adapter = require "lib/adapter"
local dialogs = require "dialogs"
local frame = require "frame"
local errors = require "lib/errors"
local turns = require "turns"

local text = ptywright.text

-- The first prompt of a session shows nothing for seconds.
local first_prompt_ms = 15000
-- The row with the duration may be drawn before the last text.
local text_ms = 2000

-- Returns what the row below the composer shows of a turn that is running.
local function work_of(composer)
  local footer = composer.footer
  return text.starts(footer, { "   ⬝", "   ■" }) or text.has(footer, { "esc interrupt", "esc again to interrupt" })
end

local function retry_of(composer)
  local message = composer.footer:gsub("⬝", ""):gsub("■", ""):match("^%s*(.-)%s*%[retrying")
  if not message or message == "" then return nil end
  local problem = errors.read(message)
  problem.retrying = true
  problem.retry_after_s = tonumber(composer.footer:match("%[retrying in (%d+)s"))
  return problem
end

-- Any other page, which Escape closes.
local function page_of(ctx)
  if not ctx.alternate_screen or not ctx.title or not ctx.screen:find("%S") then return nil end
  return { kind = "page", options = {}, title_row = 0, last = ctx.size.rows - 1 }
end

local function see(ctx)
  local panel = dialogs.read(ctx)
  local composer = not panel and frame.composer(ctx) or nil
  if not panel and not composer then panel = page_of(ctx) end
  local turn, tools, queued
  if composer and composer.talks then turn, tools, queued = turns.read(composer.first - 2, composer.right) end
  return {
    composer = composer,
    panel = panel,
    begun = composer and composer.begun,
    patience_ms = turn and turn.duration_ms and turn.waits and text_ms or first_prompt_ms,
    end_ms = 250,
    busy = composer ~= nil and work_of(composer) ~= nil,
    again = composer and composer.footer:find("esc again to interrupt", 1, true) ~= nil,
    turn = turn,
    tools = tools,
    queued = queued,
    mode = composer and composer.mode,
  }
end

local rules = {
  { name = "a question about a tool", state = "waiting_for_permission", when = dialogs.asks_permission },
  { name = "a question of the model", state = "waiting_for_user_input", when = dialogs.asks_user },
  {
    name = "another page",
    state = "local_ui_screen",
    confidence = 0.7,
    when = function(ui)
      if not ui.panel then return { matched = false, why = "a composer has the cursor, or nothing is drawn yet" } end
      return { evidence = "neither the composer nor a known dialog has the cursor" }
    end,
  },
  {
    name = "a blank screen after a prompt",
    state = "thinking",
    confidence = 0.5,
    when = function(ui)
      if ui.composer or ui.ctx.last_intent ~= "send_prompt" then
        return { matched = false, why = "a composer has the cursor, or no prompt was sent" }
      end
      return { evidence = "the screen is drawn again for the first prompt" }
    end,
  },
  {
    name = "a request that is repeated",
    state = "thinking",
    when = function(ui)
      local problem = ui.busy and retry_of(ui.composer)
      if not problem then return { matched = false, why = "the row below the composer shows no error" } end
      return { evidence = problem.message, metadata = { error = problem } }
    end,
  },
}

return adapter.new {
  describe = {
    program = "opencode",
    states = {
      "starting", "ready", "thinking", "completed_turn", "error", "waiting_for_permission", "waiting_for_user_input",
      "local_ui_screen",
    },
    intents = {
      "send_prompt", "steer", "set_mode", "approve",
      { name = "deny", description = "Press Escape in a permission or a question. The turn ends. Closes a page." },
      "choose_option", "answer_question", "cancel", "clear_draft", "slash_command",
    },
    modes = { { id = "build", name = "Build" }, { id = "plan", name = "Plan" } },
    tools = { shell = "execute", edit = "edit", read = "read", webfetch = "fetch" },
    hides = "control characters and terminal sequences",
  },
  see = see,
  rules = rules,
  menu = function(current) return current.composer and frame.menu(current.composer) end,
  -- ctrl+c would end the program if the composer were empty.
  clear = { "ctrl+u", "ctrl+c" },
  folded = "^%[Pasted~%d+lines%]$",
  typed_ms = 150,
  -- It reads a paste after keys that were typed later, and draws the first prompt of a session late.
  slow_ms = 6000,
  words = "^%s*[/!]",
  steers = true,
  review = "Review",
  mode_key = "tab",
}
