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

-- What a look before this one has seen, and whether this one has seen a part of a screen only.
local before, in_part

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
  in_part = true
  return { state = before, evidence = "the screen is being drawn", recheck_ms = drawing_ms }
end

local function is_blank(seen)
  if seen.view.last >= 0 then return nil end
  return is_being_drawn(seen) or { evidence = "the screen is blank" }
end

local function names_a_draft(seen)
  for at = 0, seen.view.last do
    local row = seen.view:row(at)
    if row:find("claude-prompt-", 1, true) and row:find("claude%-prompt%-%x+") then
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

local function joined(found, ...)
  local list = {}
  for _, rules in ipairs { ... } do
    for _, one in ipairs(rules) do
      if not one.versions or version.is_among(found, one.versions) then list[#list + 1] = one end
    end
  end
  return list
end

local with_composer, without_composer = {}, {}

-- The composer decides which rules can fit at all, and the version which of these are tried.
local function rules_for(seen)
  local lists, range = seen.composer and with_composer or without_composer, seen.version.range
  lists[range] = lists[range] or joined(seen.version, first, seen.composer and turns.rules or require "dialogs", last)
  return lists[range]
end

local function judged(seen)
  local told = ptywright.rules(rules_for(seen), seen)
  told.metadata = told.metadata or {}
  return told
end

-- { state, confidence, evidence, metadata, … } of what was seen.
function state.of(seen) return turns.learning_nothing(judged, seen) end

-- Whether a prompt has been seen on a ground of its own.
local grounded = false

-- A dialog may be drawn before the composer has gone: then what is marked in it stands where a prompt does, on no ground.
local function takes_choice_for_prompt(seen)
  local echo = seen.composer and seen.turn.echo
  if not echo then return false end
  if ptywright.screen.style_at(echo.row, 0).bg then grounded = true
  elseif grounded then return echo.text:find("^%d+%. ") ~= nil end
  return false
end

-- Half a screen may be of two turns. And no turn ends with a page for a login: that one is wanted stands above a composer.
local function tells_of_turn(seen, told)
  if seen.ctx.process_exited then return true end
  if in_part or turns.is_leaving(seen) or takes_choice_for_prompt(seen) then return false end
  return seen.composer ~= false or told.state ~= "waiting_for_login"
end

function state.classify(ctx)
  local seen = see(ctx)
  in_part = false
  local told = judged(seen)
  details.add(seen, told.metadata)
  told.evidence = told.evidence .. version.remark(seen.version)
  told.events = events.of(ctx, tells_of_turn(seen, told) and told or nil)
  turns.looked(seen, told.state)
  before = told.state
  return told
end

return state
