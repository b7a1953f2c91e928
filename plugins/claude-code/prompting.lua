-- Words for the composer: it is emptied, the words are seen in it, and then seen to have left it. Nothing is sent
-- twice, and nothing is sent that was not seen.

local acting = require "acting"
local state = require "state"
local turns = require "turns"

local action, matcher = ptywright.action, ptywright.matcher

local prompting = {}

local ready_ms = 30000
local seen_ms = 10000
local sent_ms = 1200
-- A composer that rests for this long without the words in it holds something else.
local unseen_ms = 1000
-- Keys that come in one piece could be taken for a paste.
local between_keys_ms = 15
local emptied_ms = 2000
local most_tries = 6
-- As much of a long prompt as a screen can show of it.
local shown_chars = 20000

local keep = {}

-- Text

-- What a terminal would take for keys is left out, as a paste would leave it out. What would begin a menu or a mode of
-- the composer is kept from it.
local function guarded(words)
  words = words:gsub("\27%[20[01]~", ""):gsub("\r\n?", "\n"):gsub("[%z\1-\8\11-\31\127]", ""):gsub("\n+$", "")
  if words:find("^[!#]") then words = " " .. words end
  if words:find("\\$") or words:match("(%S*)$"):find("@", 1, true) then words = words .. " " end
  return words
end

local function prompt_of(params)
  local words = params.prompt
  if type(words) ~= "string" then acting.refuse("prompt: a text is needed") end
  if words:find("^%s*/%S") then acting.refuse("a prompt that begins with / is a command: use slash_command") end
  return guarded(words)
end

local function bare(words) return (words:gsub("%s+", "")) end

local function tail(words, most)
  if #words <= most then return words end
  local from = #words - most + 1
  while from < #words and words:byte(from) & 0xc0 == 0x80 do from = from + 1 end
  return words:sub(from)
end

-- The composer

-- A long paste is folded to one word in brackets, and nothing may stand before it; of a draft that does not fit, the
-- end is shown.
local function holds(found, words, whole)
  local draft = bare(found.draft)
  if draft == "" then return false end
  if draft == words or draft:find("^%[Pastedtext#%d+[^%]]*%]$") or draft:find("%[%.%.%.Truncatedtext") then return true end
  return (found.cut or not whole or #draft > 400) and words:sub(-#draft) == draft
end

local function typing(words)
  local visible = bare(tail(words, shown_chars))
  local there = acting.sees("draft_is", { words = visible, whole = #words <= shown_chars })
  keep.visible = visible
  local either = matcher.any { there, matcher.screen_stable(unseen_ms) }
  return acting.expecting(action.bracketed_paste(words), either, "the words in the composer", seen_ms)
end

-- Whatever is in the composer goes, wherever the cursor is in it.
local function emptying(found)
  local chords = {}
  for _ = 1, math.min(found.bottom - found.top, 20) do
    chords[#chords + 1] = "ctrl+u"
    chords[#chords + 1] = "backspace"
  end
  for _ = 1, math.min(found.bottom - found.top, 20) do
    chords[#chords + 1] = "ctrl+k"
    chords[#chords + 1] = "delete"
  end
  local keys = action.keys { chords = chords, delay_ms = between_keys_ms }
  local changed = acting.sees("draft_changed", { words = found.draft, kind = found.kind })
  local step = acting.expecting(keys, changed, "the draft to go", emptied_ms)
  -- It has gone by the time that the last key is sent.
  step.fresh = false
  return step
end

local function is_empty(found) return found.draft == "" and found.kind == "prompt" end

-- A plan that goes on in `next` when the composer is empty, or nil when it is.
local function empty_first(found, next)
  if is_empty(found) then return nil end
  return { actions = { emptying(found) }, next = next }
end

local free = { ready = true, completed_turn = true, error = true, waiting_for_login = true }
local passing = { starting = true, cancelling = true }

local function awaiting_composer(next)
  return { actions = { acting.awaits(acting.sees("composer_rests"), "the composer", ready_ms) }, next = next }
end

-- Sending a prompt

function prompting.send(params, ctx)
  if params.prompt == "" then return { actions = {}, last_intent = "" } end
  keep.words = prompt_of(params)
  keep.tries = 0
  return prompting.prepare(params, ctx)
end

function prompting.prepare(_, ctx)
  local look = acting.look(ctx)
  if passing[look.told.state] then return awaiting_composer("_prepare_prompt") end
  if look.told.state == "thinking" then acting.refuse("a turn runs: steer puts words into it, cancel ends it") end
  if not look.composer or not free[look.told.state] then acting.refuse("the composer is not free: the state is %s", look.told.state) end
  local plan = empty_first(look.composer, "_prepare_prompt")
  -- What was cancelled before is over, as the composer shows.
  return plan or { actions = { typing(keep.words) }, next = "_submit_prompt", last_intent = "" }
end

-- The words were seen: Enter, and they leave. What stays after an Enter that came with the paste gets another one.
local function submitting(next)
  local left = matcher.any { acting.sees("draft_left", { words = keep.seen }), matcher.screen_stable(sent_ms) }
  return { actions = { acting.expecting(action.key("enter"), left, "the words to leave the composer", seen_ms) }, next = next }
end

-- A draft that came to be seen only after the words were pasted stands before them: all of it goes, and they come anew.
local function take_stock(look, again)
  if not look.composer then acting.refuse("the composer has gone before the words were sent: the state is %s", look.told.state) end
  if holds(look.composer, keep.visible, #keep.words <= shown_chars) then
    keep.seen = bare(look.composer.draft)
    return nil
  end
  keep.tries = keep.tries + 1
  if keep.tries > most_tries then acting.refuse("the words do not come to stand in the composer: nothing was sent") end
  return empty_first(look.composer, again) or { actions = { typing(keep.words) }, next = again }
end

function prompting.submit(_, ctx)
  local look = acting.look(ctx)
  local again = take_stock(look, "_submit_prompt")
  if again then return again end
  turns.submitted(look.seen, keep.words)
  local plan = submitting("_confirm_prompt")
  table.insert(plan.actions, 1, action.mark_transcript("turn_start"))
  plan.last_intent = "prompt_submitted"
  return plan
end

local function stayed(look) return look.composer ~= nil and bare(look.composer.draft) == keep.seen end

local function confirm(ctx, next)
  local look = acting.look(ctx)
  if not stayed(look) then return {} end
  keep.tries = keep.tries + 1
  if keep.tries > most_tries then acting.refuse("the words stay in the composer: nothing was sent") end
  return submitting(next)
end

function prompting.confirm(_, ctx) return confirm(ctx, "_confirm_prompt") end

-- Words for a turn that runs

function prompting.steer(params, ctx)
  if params.prompt == "" then return { actions = {} } end
  keep.words = prompt_of(params)
  keep.tries = 0
  return prompting.prepare_steer(params, ctx)
end

function prompting.prepare_steer(_, ctx)
  local look = acting.look(ctx)
  if look.told.state ~= "thinking" or not look.composer then
    acting.refuse("no turn runs that could be steered: the state is %s", look.told.state)
  end
  return empty_first(look.composer, "_prepare_steer") or { actions = { typing(keep.words) }, next = "_submit_steer" }
end

function prompting.submit_steer(_, ctx)
  return take_stock(acting.look(ctx), "_submit_steer") or submitting("_confirm_steer")
end

function prompting.confirm_steer(_, ctx) return confirm(ctx, "_confirm_steer") end

-- Drafts

local function composer_of(ctx)
  local look = acting.look(ctx)
  return look.composer or acting.refuse("there is no composer: the state is %s", look.told.state)
end

function prompting.clear(_, ctx) return empty_first(composer_of(ctx), "clear_draft") or {} end

-- A path is pasted into the draft that is there: what becomes of it, a name or a picture, is Claude Code's affair.
function prompting.attach(params, ctx)
  local path = params.path
  if type(path) ~= "string" or path == "" then acting.refuse("path: a text is needed") end
  if path:find("%c") then acting.refuse("path: control characters cannot be in it") end
  local found = composer_of(ctx)
  local changed = acting.sees("draft_changed", { words = found.draft, kind = found.kind })
  return { actions = { acting.expecting(action.bracketed_paste(path), changed, "the file in the composer", seen_ms) } }
end

-- Predicates, which see the screen alone

local function draft_in(ctx)
  local found = state.see(ctx).composer or nil
  return found, found and bare(found.draft)
end

function prompting.draft_is(ctx)
  local found = draft_in(ctx)
  return found ~= nil and holds(found, ctx.params.words, ctx.params.whole)
end

function prompting.draft_has_changed(ctx)
  local found = draft_in(ctx)
  return found ~= nil and (found.draft ~= ctx.params.words or found.kind ~= ctx.params.kind)
end

function prompting.draft_has_left(ctx)
  local found, draft = draft_in(ctx)
  if not found then return acting.look(ctx).panel ~= nil end
  return draft ~= ctx.params.words
end

function prompting.composer_rests(ctx)
  local told = acting.look(ctx).told
  return { matched = free[told.state] == true or not passing[told.state] and told.state ~= "thinking", recheck_ms = told.recheck_ms }
end

return prompting
