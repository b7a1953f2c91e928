-- Intents that type into the composer: prompts, words for a running turn, files, and clearing the draft.

local acting = require "acting"
local lib = require "lib/prompting"
local memory = require "memory"
local state = require "state"
local turns = require "turns"
local vim = require "vim"

local action, text = ptywright.action, ptywright.text

local prompting = {}

local seen_ms = 10000

local claude = acting.agent

-- Each of these alone ends the program.
local endings = { exit = true, quit = true, [":q"] = true, [":q!"] = true, [":wq"] = true, [":wq!"] = true }

-- Returns the text of a prompt in a form that can be pasted. A blank guards characters that would open a menu or a mode
-- of the composer.
local function words_of(ctx, params)
  local words = lib.words(ctx, params, "^%s*/%S")
  if endings[text.lower(text.trim(words))] then
    ctx:fail("the prompt %q would end Claude Code: use other words", text.trim(words))
  end
  if words:find("^[!#]") then words = " " .. words end
  local last = words:match("(%S*)$")
  if last:find("\\$") or last:find("@", 1, true) or last:find(":[%w_+-]+$") then words = words .. " " end
  return words
end

local function free_composer(ctx) return lib.free(ctx, claude) end

function prompting.send_prompt(params, ctx)
  if params.prompt == "" then return { last_intent = "" } end
  local words = words_of(ctx, params)
  vim.insert(ctx, free_composer, true)
  local function before_enter(current)
    turns.submitted(current.seen, words)
    local pending = memory.turn.pending
    ctx:send(action.mark_transcript("turn_start"))
    return function()
      local ui = state.see(ctx)
      return not ui.composer or turns.runs(ui) or not turns.shows_nothing_of(ui, pending)
    end
  end
  -- A visible composer shows that an earlier cancellation is over.
  lib.send(ctx, claude, words, { begins = "", before_enter = before_enter, submitted = "prompt_submitted" })
end

local function running_composer(ctx)
  turns.replace_prompt()
  local current = acting.read(ctx)
  if current.thinking and current.composer then return current end
  ctx:fail("no turn is running, so there is nothing to steer: the state is %s", current.state)
end

function prompting.steer(params, ctx)
  if params.prompt == "" then return end
  local words = words_of(ctx, params)
  vim.insert(ctx, running_composer, true)
  lib.send(ctx, claude, words)
end

function prompting.clear_draft(_, ctx)
  if not acting.with_composer(ctx).composer.empty then vim.insert(ctx, acting.with_composer, true) end
end

-- Pastes a path into the current draft. Claude Code decides whether it becomes a name or a picture.
function prompting.attach_file(params, ctx)
  local path = params.path
  if type(path) ~= "string" or path == "" then ctx:fail("path: expected a string") end
  if path:find("%c") then ctx:fail("path: control characters are not allowed") end
  local current = vim.insert(ctx, acting.with_composer)
  ctx:send(action.bracketed_paste(path))
  ctx:expect(lib.changed(ctx, claude, current.composer), { why = "the file in the composer", within = seen_ms })
end

return prompting
