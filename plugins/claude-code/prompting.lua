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

local operation = {}

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
  operation.visible, operation.unread = visible, true
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
  operation = { words = wording.prompt_of(params), tries = 0 }
  vim.begin()
  return prompting.prepare(params, ctx)
end

function prompting.prepare(_, ctx)
  local current = acting.read(ctx)
  local state = current.reported.state
  if draft.passing[state] then return awaiting_composer(state == "cancelling", "_prepare_prompt") end
  if state == "thinking" then
    acting.refuse("a turn is running: use steer to add words to it, or cancel to end it")
  end
  if not current.composer or not draft.free[state] then
    acting.refuse("the composer is not free: the state is %s", state)
  end
  local plan = vim.to_insert(current, "_prepare_prompt") or empty_first(current.composer, "_prepare_prompt")
  -- A visible composer shows that an earlier cancellation is over.
  return plan or { actions = { typing(operation.words) }, next = "_submit_prompt", last_intent = "" }
end

-- The words were verified. Sends Enter and waits for them to leave. If the paste swallowed the Enter, another one
-- follows.
local function submitting(next)
  local left = matcher.any { acting.sees("draft_left", { words = operation.seen }), matcher.screen_stable(sent_ms) }
  return {
    actions = { acting.expecting(action.key("enter"), left, "that the prompt has left the composer", seen_ms) },
    next = next,
  }
end

local function probe_for(words) return words:sub(-1) == "." and "," or "." end

local function probe_or_rest(words, whole, ms)
  local seen = acting.sees("probe_seen", { words = words, whole = whole, probe = operation.probe })
  return ms and matcher.any { seen, matcher.screen_stable(ms) } or seen
end

local function probing(words, whole, ms)
  operation.probe = probe_for(words)
  return acting.expecting(
    action.text(operation.probe),
    probe_or_rest(words, whole, ms),
    "that the earlier input was read",
    seen_ms
  )
end

local function without_probe(words, whole)
  operation.probe = nil
  local there = acting.sees("draft_is", { words = words, whole = whole })
  return acting.expecting(action.key("backspace"), there, "only the prompt in the composer", seen_ms)
end

local function in_time(message)
  operation.tries = operation.tries + 1
  if operation.tries > most_tries then acting.refuse(message) end
end

-- Waits for a complete screen. Half of a composer looks like a dialog or like no composer.
local function whole_first(current, next)
  if current.composer or draft.rests(current.seen.ctx) then return nil end
  in_time("the screen keeps changing: it is unknown whether anything was sent")
  return { actions = { acting.awaits(acting.sees("composer_drawn"), "the whole screen", seen_ms) }, next = next }
end

-- A paste that is not visible may still arrive. It is not sent again until it is known to be lost.
local function after_probe(current, whole, again)
  local where = draft.probed(current.composer, operation.visible, whole, operation.probe)
  if where == "behind" then return { actions = { without_probe(operation.visible, whole) }, next = again } end
  if where == "alone" and operation.unread then
    -- The program may still process the paste and read keys before it.
    operation.unread = nil
    return { actions = { acting.awaits(matcher.screen_stable(unseen_ms), "the pasted text", seen_ms) }, next = again }
  end
  if where == nil then
    -- The probe may still arrive and would be sent with the words.
    in_time("a typed key does not appear in the composer: nothing was sent")
    return {
      actions = { acting.awaits(probe_or_rest(operation.visible, whole), "that the earlier input was read", seen_ms) },
      next = again,
    }
  end
  operation.probe = nil
end

-- An old draft that appeared after the paste is before the words. Clears everything and types the words again.
local function take_stock(current, again)
  local plan = whole_first(current, again)
  if plan then return plan end
  if not current.composer then
    acting.refuse("the composer disappeared before the prompt was sent: the state is %s", current.reported.state)
  end
  local whole = #operation.words <= shown_chars
  plan = operation.probe and after_probe(current, whole, again)
  if plan then return plan end
  if draft.holds(current.composer, operation.visible, whole) then
    operation.seen, operation.height = draft.bare(current.composer.draft), current.composer.bottom - current.composer.top
    return nil
  end
  in_time("the prompt does not appear in the composer: nothing was sent")
  plan = empty_first(current.composer, again)
  if plan then
    operation.unread = nil
    return plan
  end
  return { actions = { operation.unread and probing(operation.visible, whole) or typing(operation.words) }, next = again }
end

-- Some versions lose an Enter that arrives while they report that they process a paste.
local function after_paste(current, again)
  if operation.pasted or not current.composer or not current.seen.footer.pasting then return nil end
  operation.pasted = true
  local done = matcher.any { acting.sees("paste_done"), matcher.screen_stable(unseen_ms) }
  return { actions = { acting.awaits(done, "the end of the paste", seen_ms) }, next = again }
end

function prompting.submit(_, ctx)
  local current = acting.read(ctx)
  local again = take_stock(current, "_submit_prompt") or after_paste(current, "_submit_prompt")
  if again then return again end
  turns.submitted(current.seen, operation.words)
  operation.submitted = turns.pending()
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
local function arrival(current, next)
  if turns.runs(current.seen) or not turns.shows_nothing_of(current.seen, operation.submitted) then return {} end
  if current.composer.draft ~= "" and draft.rests(current.seen.ctx) then
    acting.refuse("the composer contains %q after Enter: nothing was sent", current.composer.draft)
  end
  if current.seen.ctx.stable_ms >= arrived_ms then
    acting.refuse("the prompt has left the composer, but no turn has started: it is unknown whether the prompt was sent")
  end
  local come = acting.sees("prompt_came", { submitted = operation.submitted })
  local either = matcher.any { come, matcher.screen_stable(current.composer.draft ~= "" and draft.drawn_ms or arrived_ms) }
  return { actions = { acting.awaits(either, "a turn, or the prompt above the composer", 2 * arrived_ms) }, next = next }
end

-- If the paste swallowed the Enter, another one is needed. An Enter that was not read yet would be the first of two,
-- and the second would answer the next dialog.
local function confirm(ctx, again, next)
  local current = acting.read(ctx)
  local plan = whole_first(current, next)
  if plan then return plan end
  local found = current.composer
  local typed = found and draft.bare(found.draft)
  if operation.probe then
    local where = found and draft.probed(found, operation.seen, true, operation.probe)
    if where == "behind" then
      operation.read = true
      return { actions = { without_probe(operation.seen, true) }, next = next }
    end
    if where == "alone" then return { actions = { action.key("backspace") } } end
    if typed == "" and not operation.awaited then
      operation.awaited = true
      return {
        actions = { acting.awaits(probe_or_rest(operation.seen, true, sent_ms), "the key typed after the prompt", seen_ms) },
        next = next,
      }
    end
  end
  if typed ~= operation.seen then return operation.submitted and found and arrival(current, next) or {} end
  in_time("the prompt stays in the composer after Enter: nothing was sent")
  if operation.read then
    operation.read = nil
    -- The Enter added a line below the words.
    if found.bottom - found.top ~= operation.height then return empty_first(found, again) end
    return submitting(next)
  end
  if operation.probe then
    return {
      actions = { acting.awaits(matcher.screen_stable(sent_ms), "that the prompt has left the composer", seen_ms) },
      next = next,
    }
  end
  return { actions = { probing(operation.seen, true, sent_ms) }, next = next }
end

function prompting.confirm(_, ctx) return confirm(ctx, "_submit_prompt", "_confirm_prompt") end

-- Prompts for a running turn

function prompting.steer(params, ctx)
  if params.prompt == "" then return { actions = {} } end
  operation = { words = wording.prompt_of(params), tries = 0 }
  vim.begin()
  return prompting.prepare_steer(params, ctx)
end

function prompting.prepare_steer(_, ctx)
  turns.replace_prompt()
  local current = acting.read(ctx)
  if current.reported.state ~= "thinking" or not current.composer then
    acting.refuse("no turn is running, so there is nothing to steer: the state is %s", current.reported.state)
  end
  local plan = vim.to_insert(current, "_prepare_steer") or empty_first(current.composer, "_prepare_steer")
  return plan or { actions = { typing(operation.words) }, next = "_submit_steer" }
end

function prompting.submit_steer(_, ctx)
  local current = acting.read(ctx)
  return take_stock(current, "_submit_steer") or after_paste(current, "_submit_steer") or submitting("_confirm_steer")
end

function prompting.confirm_steer(_, ctx) return confirm(ctx, "_submit_steer", "_confirm_steer") end

-- Drafts

local function with_composer(ctx)
  local current = acting.read(ctx)
  return current.composer and current or acting.refuse("no composer is visible: the state is %s", current.reported.state)
end

function prompting.clear_on(_, ctx)
  local current = with_composer(ctx)
  if is_empty(current.composer) then return {} end
  return vim.to_insert(current, "_clear_draft") or empty_first(current.composer, "_clear_draft")
end

prompting.clear = vim.beginning(prompting.clear_on)

-- Pastes a path into the current draft. Claude Code decides whether it becomes a name or a picture.
function prompting.attach(params, ctx)
  local path = params.path
  if type(path) ~= "string" or path == "" then acting.refuse("path: expected a string") end
  if path:find("%c") then acting.refuse("path: control characters are not allowed") end
  operation = { path = path }
  vim.begin()
  return prompting.attach_on(params, ctx)
end

function prompting.attach_on(_, ctx)
  local current = with_composer(ctx)
  local changed = acting.sees("draft_changed", { words = current.composer.draft, kind = current.composer.kind })
  local step = acting.expecting(action.bracketed_paste(operation.path), changed, "the file in the composer", seen_ms)
  return vim.to_insert(current, "_attach_file") or { actions = { step } }
end

return prompting
