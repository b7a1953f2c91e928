-- The state of Claude Code, as rules over what stands at the bottom of the screen. Structure comes before words: a
-- composer where it belongs means that no dialog is there, whatever the rows above it say.

local details = require "details"
local events = require "events"
local see = require "seen"
local turns = require "turns"
local version = require "version"

local state = { see = see }

-- How long a half-drawn screen may keep the state that was there before it.
local drawing_ms = 120

-- What a look before this one has seen.
local before

local function has_ended(seen)
  if not seen.ctx.process_exited then return nil end
  local exit = seen.ctx.exit or {}
  local how = exit.signal or exit.exit_code
  local message = "Claude Code has ended" .. (how and (" (%s)"):format(how) or "")
  return {
    evidence = message,
    metadata = { error = { kind = "exited", message = message, exit_code = exit.exit_code, signal = exit.signal } },
  }
end

local function is_being_drawn(seen)
  if not before or seen.ctx.stable_ms >= drawing_ms then return nil end
  return { state = before, evidence = "the screen is being drawn", recheck_ms = drawing_ms }
end

local function is_blank(seen)
  if seen.view.last >= 0 then return nil end
  return is_being_drawn(seen) or { evidence = "the screen is blank" }
end

local function names_a_draft(seen)
  for at = 0, seen.view.last do
    if seen.view:row(at):find("claude%-prompt%-%x+") then
      return { rows = { at }, evidence = "the file of a draft is named, and nothing of Claude Code is to be seen" }
    end
  end
end

local function takes_nothing() return { evidence = "neither a composer nor a dialog is there" } end

local first = {
  { name = "the process has ended", state = "error", when = has_ended },
  { name = "nothing is drawn", state = "starting", when = is_blank },
}

local last = {
  { name = "an editor owns the screen", state = "waiting_for_external_editor", when = names_a_draft, confidence = 0.8 },
  { name = "a screen that is being drawn", when = is_being_drawn, confidence = 0.3 },
  { name = "nothing that takes input", state = "starting", when = takes_nothing, confidence = 0.3 },
}

local function add(list, rules, seen)
  for _, one in ipairs(rules) do
    if not one.versions or version.is_among(seen.version, one.versions) then
      local when = one.when
      list[#list + 1] = {
        name = one.name,
        state = one.state,
        confidence = one.confidence,
        when = function() return when(seen) end,
      }
    end
  end
end

-- The composer decides which rules can fit at all.
local function rules_for(seen)
  local list = {}
  add(list, first, seen)
  add(list, seen.composer and turns.rules or require "dialogs", seen)
  add(list, last, seen)
  return list
end

-- { state, confidence, evidence, metadata, … } of what was seen.
function state.of(seen)
  local told = ptywright.rules(rules_for(seen), seen.ctx)
  told.metadata = told.metadata or {}
  return told
end

function state.classify(ctx)
  local seen = see(ctx)
  local told = state.of(seen)
  details.add(seen, told.metadata)
  told.evidence = told.evidence .. version.remark(seen.version)
  told.events = events.of(ctx, told)
  turns.looked(seen)
  before = told.state
  return told
end

return state
