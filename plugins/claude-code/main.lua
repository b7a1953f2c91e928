-- Claude Code: detects what it waits for and provides it. Reads states from the structure of the screen (see
-- state.lua). Each intent reads the screen before it sends anything, then verifies the effect.

local later = require "later"
local state = require "state"

-- Reading the state needs none of these modules.
local answering, choosing, commands, draft = later "answering", later "choosing", later "commands", later "draft"
local keys, prompting, redraw, vim, waits = later "keys", later "prompting", later "redraw", later "vim", later "waits"

local claude = {}

claude.classify = state.classify

function claude.describe() return require "catalog" end

-- Prompts

claude.send_prompt = prompting.send
claude._prepare_prompt = prompting.prepare
claude._submit_prompt = prompting.submit
claude._confirm_prompt = prompting.confirm
claude.steer = prompting.steer
claude._prepare_steer = prompting.prepare_steer
claude._submit_steer = prompting.submit_steer
claude._confirm_steer = prompting.confirm_steer
claude.attach_file = prompting.attach
claude._attach_file = prompting.attach_on
claude.clear_draft = prompting.clear
claude._clear_draft = prompting.clear_on

-- Dialogs

claude.approve = redraw.before(choosing.approve)
claude.deny = redraw.before(choosing.deny, true)
claude.approve_trust = redraw.before(choosing.approve_trust)
claude.deny_trust = redraw.before(choosing.deny_trust, true)
claude.choose_option = redraw.before(choosing.choose)
claude._narrower = redraw.widen
claude._redrawn_answer = redraw.go_on
claude._proceed = choosing.proceed
claude._proceed_again = choosing.proceed_again
claude.answer_question = redraw.before(answering.answer)
claude._answer_on = answering.go_on

-- Commands and keys

claude.slash_command = commands.run
claude._prepare_command = commands.prepare
claude._pick_command = commands.pick
claude._no_command = commands.none
claude.cancel = keys.cancel
claude._cancel = keys.cancel_on
claude.force_cancel = keys.force_cancel
claude._force_cancel = keys.force_cancel_on
claude._force_cancel_again = keys.force_cancel_again
claude.expand = keys.expand
claude.dismiss_welcome = keys.dismiss_welcome
claude.model_effort_left = keys.effort_left
claude.model_effort_right = keys.effort_right
claude.set_mode = keys.set_mode
claude._set_mode = keys.set_mode_on
claude.key = keys.key

-- Waits

claude.wait_turn_matcher = waits.turn
claude.wait_cancel_settled_matcher = waits.settled

-- Predicates

claude._rests = waits.rests
claude._turn_rests = keys.turn_rests
claude._mode_differs = keys.mode_differs
claude._vim_differs = vim.differs
claude._redrawn = redraw.is_drawn
claude._changed_often = redraw.has_changed
claude._dialog_left = choosing.dialog_left
claude._mark_left = choosing.mark_left
claude._typed_differs = choosing.typed_differs
claude._draft_is = draft.is
claude._draft_changed = draft.has_changed
claude._paste_done = draft.paste_is_done
claude._draft_left = draft.has_left
claude._composer_drawn = draft.is_drawn
claude._probe_seen = draft.probe_is_seen
claude._prompt_came = draft.prompt_has_come
claude._composer_rests = draft.is_free
claude._menu_shows = commands.menu_shows

return claude
