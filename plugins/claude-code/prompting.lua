-- Sends text through the composer: clears it, types, verifies the text, sends Enter, and verifies that the text is
-- gone. Never sends text twice or unverified.

local acting = require "acting"
local draft = require "draft"
local turns = require "turns"
local vim = require "vim"
local wording = require "wording"

local action, matcher, text = ptywright.action, ptywright.matcher, ptywright.text

local prompting = {}

local ready_ms = 30000
local seen_ms = 10000
local sent_ms = 1200
-- A composer that rests for this long without the words holds other text.
local unseen_ms = 1000
-- Keys that arrive together could be taken for a paste.
local between_keys_ms = 15
local emptied_ms = 2000
local most_tries = 6
-- How much of a long prompt a screen can show.
local shown_chars = 20000

local keep = {}

local function tail(words, most)
  if #words <= most then return words end
  local from = #words - most + 1
  while from < #words and words:byte(from) & 0xc0 == 0x80 do from = from + 1 end
  return words:sub(from)
end

-- The composer

local function typing(words)
  local visible = draft.bare(tail(words, shown_chars))
  local there = acting.sees("draft_is", { words = visible, whole = #words <= shown_chars })
  keep.visible, keep.unread = visible, true
  local either = matcher.any { there, matcher.screen_stable(unseen_ms) }
  return acting.expecting(action.bracketed_paste(words), either, "the prompt in the composer", seen_ms)
end

-- Clears the composer, for any position of the cursor.
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
  local step = acting.expecting(keys, changed, "that the draft is cleared", emptied_ms)
  -- The draft is gone by the time that the last key is sent.
  step.fresh = false
  return step
end

local function is_empty(found) return found.draft == "" and found.kind == "prompt" end

-- Returns a plan that clears the composer and continues with `next`, or nil when it is empty.
local function empty_first(found, next)
  if is_empty(found) then return nil end
  return { actions = { emptying(found) }, next = next }
end

-- The predicate runs apart from the adapter and does not know that a turn was cancelled.
local function awaiting_composer(cancelled, next)
  local rests = acting.sees("composer_rests", { cancelled = cancelled })
  return { actions = { acting.awaits(rests, "the composer", ready_ms) }, next = next }
end

-- Sending a prompt

function prompting.send(params, ctx)
  if params.prompt == "" then return { actions = {}, last_intent = "" } end
  keep = { words = wording.prompt_of(params), tries = 0 }
  vim.begin()
  return prompting.prepare(params, ctx)
end

function prompting.prepare(_, ctx)
  local look = acting.look(ctx)
  if draft.passing[look.told.state] then return awaiting_composer(look.told.state == "cancelling", "_prepare_prompt") end
  if look.told.state == "thinking" then
    acting.refuse("a turn is running: use steer to add words to it, or cancel to end it")
  end
  if not look.composer or not draft.free[look.told.state] then
    acting.refuse("the composer is not free: the state is %s", look.told.state)
  end
  local plan = vim.to_insert(look, "_prepare_prompt") or empty_first(look.composer, "_prepare_prompt")
  -- A visible composer shows that an earlier cancellation is over.
  return plan or { actions = { typing(keep.words) }, next = "_submit_prompt", last_intent = "" }
end

-- The words were verified. Sends Enter and waits for them to leave. If the paste swallowed the Enter, another one
-- follows.
local function submitting(next)
  local left = matcher.any { acting.sees("draft_left", { words = keep.seen }), matcher.screen_stable(sent_ms) }
  return {
    actions = { acting.expecting(action.key("enter"), left, "that the prompt has left the composer", seen_ms) },
    next = next,
  }
end

local function probe_for(words) return words:sub(-1) == "." and "," or "." end

local function probe_or_rest(words, whole, ms)
  local seen = acting.sees("probe_seen", { words = words, whole = whole, probe = keep.probe })
  return ms and matcher.any { seen, matcher.screen_stable(ms) } or seen
end

local function probing(words, whole, ms)
  keep.probe = probe_for(words)
  return acting.expecting(
    action.text(keep.probe),
    probe_or_rest(words, whole, ms),
    "that the earlier input was read",
    seen_ms
  )
end

local function without_probe(words, whole)
  keep.probe = nil
  local there = acting.sees("draft_is", { words = words, whole = whole })
  return acting.expecting(action.key("backspace"), there, "only the prompt in the composer", seen_ms)
end

local function in_time(message)
  keep.tries = keep.tries + 1
  if keep.tries > most_tries then acting.refuse(message) end
end

-- Waits for a complete screen. Half of a composer looks like a dialog or like no composer.
local function whole_first(look, next)
  if look.composer or draft.rests(look.seen.ctx) then return nil end
  in_time("the screen keeps changing: it is unknown whether anything was sent")
  return { actions = { acting.awaits(acting.sees("composer_drawn"), "the whole screen", seen_ms) }, next = next }
end

-- A paste that is not visible may still arrive. It is not sent again until it is known to be lost.
local function after_probe(look, whole, again)
  local where = draft.probed(look.composer, keep.visible, whole, keep.probe)
  if where == "behind" then return { actions = { without_probe(keep.visible, whole) }, next = again } end
  if where == "alone" and keep.unread then
    -- The program may still process the paste and read keys before it.
    keep.unread = nil
    return { actions = { acting.awaits(matcher.screen_stable(unseen_ms), "the pasted text", seen_ms) }, next = again }
  end
  if where == nil then
    -- The probe may still arrive and would be sent with the words.
    in_time("a typed key does not appear in the composer: nothing was sent")
    return {
      actions = { acting.awaits(probe_or_rest(keep.visible, whole), "that the earlier input was read", seen_ms) },
      next = again,
    }
  end
  keep.probe = nil
end

-- An old draft that appeared after the paste is before the words. Clears everything and types the words again.
local function take_stock(look, again)
  local plan = whole_first(look, again)
  if plan then return plan end
  if not look.composer then
    acting.refuse("the composer disappeared before the prompt was sent: the state is %s", look.told.state)
  end
  local whole = #keep.words <= shown_chars
  plan = keep.probe and after_probe(look, whole, again)
  if plan then return plan end
  if draft.holds(look.composer, keep.visible, whole) then
    keep.seen, keep.height = draft.bare(look.composer.draft), look.composer.bottom - look.composer.top
    return nil
  end
  in_time("the prompt does not appear in the composer: nothing was sent")
  plan = empty_first(look.composer, again)
  if plan then
    keep.unread = nil
    return plan
  end
  return { actions = { keep.unread and probing(keep.visible, whole) or typing(keep.words) }, next = again }
end

-- Some versions lose an Enter that arrives while they report that they process a paste.
local function after_paste(look, again)
  if keep.pasted or not look.composer or not look.seen.footer.pasting then return nil end
  keep.pasted = true
  local done = matcher.any { acting.sees("paste_done"), matcher.screen_stable(unseen_ms) }
  return { actions = { acting.awaits(done, "the end of the paste", seen_ms) }, next = again }
end

function prompting.submit(_, ctx)
  local look = acting.look(ctx)
  local again = take_stock(look, "_submit_prompt") or after_paste(look, "_submit_prompt")
  if again then return again end
  turns.submitted(look.seen, keep.words)
  keep.submitted = turns.pending()
  local plan = submitting("_confirm_prompt")
  table.insert(plan.actions, 1, action.mark_transcript("turn_start"))
  plan.last_intent = "prompt_submitted"
  return plan
end

-- Some versions show nothing while a hook reads the prompt.
local arrived_ms = 10000

-- An empty composer is no proof. A menu may have taken the Enter, and some versions lose text that they had just shown.
-- The proof is a running turn, or the words above the composer. The words are never sent again, because they may have
-- been sent.
local function arrival(look, next)
  if turns.runs(look.seen) or not turns.shows_nothing_of(look.seen, keep.submitted) then return {} end
  if look.composer.draft ~= "" and draft.rests(look.seen.ctx) then
    acting.refuse("the composer contains %q after Enter: nothing was sent", look.composer.draft)
  end
  if look.seen.ctx.stable_ms >= arrived_ms then
    acting.refuse("the prompt has left the composer, but no turn has started: it is unknown whether the prompt was sent")
  end
  local come = acting.sees("prompt_came", { submitted = keep.submitted })
  local either = matcher.any { come, matcher.screen_stable(look.composer.draft ~= "" and draft.drawn_ms or arrived_ms) }
  return { actions = { acting.awaits(either, "a turn, or the prompt above the composer", 2 * arrived_ms) }, next = next }
end

-- If the paste swallowed the Enter, another one is needed. An Enter that was not read yet would be the first of two,
-- and the second would answer the next dialog.
local function confirm(ctx, again, next)
  local look = acting.look(ctx)
  local plan = whole_first(look, next)
  if plan then return plan end
  local found = look.composer
  local typed = found and draft.bare(found.draft)
  if keep.probe then
    local where = found and draft.probed(found, keep.seen, true, keep.probe)
    if where == "behind" then
      keep.read = true
      return { actions = { without_probe(keep.seen, true) }, next = next }
    end
    if where == "alone" then return { actions = { action.key("backspace") } } end
    if typed == "" and not keep.awaited then
      keep.awaited = true
      return {
        actions = { acting.awaits(probe_or_rest(keep.seen, true, sent_ms), "the key typed after the prompt", seen_ms) },
        next = next,
      }
    end
  end
  if typed ~= keep.seen then return keep.submitted and found and arrival(look, next) or {} end
  in_time("the prompt stays in the composer after Enter: nothing was sent")
  if keep.read then
    keep.read = nil
    -- The Enter added a line below the words.
    if found.bottom - found.top ~= keep.height then return empty_first(found, again) end
    return submitting(next)
  end
  if keep.probe then
    return {
      actions = { acting.awaits(matcher.screen_stable(sent_ms), "that the prompt has left the composer", seen_ms) },
      next = next,
    }
  end
  return { actions = { probing(keep.seen, true, sent_ms) }, next = next }
end

function prompting.confirm(_, ctx) return confirm(ctx, "_submit_prompt", "_confirm_prompt") end

-- Prompts for a running turn

function prompting.steer(params, ctx)
  if params.prompt == "" then return { actions = {} } end
  keep = { words = wording.prompt_of(params), tries = 0 }
  vim.begin()
  return prompting.prepare_steer(params, ctx)
end

function prompting.prepare_steer(_, ctx)
  local look = acting.look(ctx)
  if look.told.state ~= "thinking" or not look.composer then
    acting.refuse("no turn is running, so there is nothing to steer: the state is %s", look.told.state)
  end
  local plan = vim.to_insert(look, "_prepare_steer") or empty_first(look.composer, "_prepare_steer")
  return plan or { actions = { typing(keep.words) }, next = "_submit_steer" }
end

function prompting.submit_steer(_, ctx)
  local look = acting.look(ctx)
  return take_stock(look, "_submit_steer") or after_paste(look, "_submit_steer") or submitting("_confirm_steer")
end

function prompting.confirm_steer(_, ctx) return confirm(ctx, "_submit_steer", "_confirm_steer") end

-- Drafts

local function with_composer(ctx)
  local look = acting.look(ctx)
  return look.composer and look or acting.refuse("no composer is visible: the state is %s", look.told.state)
end

function prompting.clear_on(_, ctx)
  local look = with_composer(ctx)
  return is_empty(look.composer) and {} or vim.to_insert(look, "_clear_draft") or empty_first(look.composer, "_clear_draft")
end

prompting.clear = vim.beginning(prompting.clear_on)

-- Pastes a path into the current draft. Claude Code decides whether it becomes a name or a picture.
function prompting.attach(params, ctx)
  local path = params.path
  if type(path) ~= "string" or path == "" then acting.refuse("path: expected a string") end
  if path:find("%c") then acting.refuse("path: control characters are not allowed") end
  keep = { path = path }
  vim.begin()
  return prompting.attach_on(params, ctx)
end

function prompting.attach_on(_, ctx)
  local look = with_composer(ctx)
  local changed = acting.sees("draft_changed", { words = look.composer.draft, kind = look.composer.kind })
  local step = acting.expecting(action.bracketed_paste(keep.path), changed, "the file in the composer", seen_ms)
  return vim.to_insert(look, "_attach_file") or { actions = { step } }
end

return prompting
