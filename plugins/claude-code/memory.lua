-- What the plugin knows from earlier screens. This is the only data that outlives a call: all other modules are
-- functions of the screen and of this table. At first, these are nil:
-- version: the version in the first banner: { text, facts, newer }.
-- model, banner: the model, and the model that the banner named.
-- mode: the permission mode before something hid it.
-- before, reported, reported_dialog: the state of the previous read, the last reported state, and its dialog, which may blink.
-- held: the state to report during a redraw (lib/redraw).
-- leaving: the draft of the composer when a prompt was sent. While it is unchanged, part of the screen belongs to the previous
--   turn.
-- events: the events of the turns (lib/events).
return {
  -- Whether a coloured line or mark was seen. From then on, a line without a colour does not belong to Claude Code.
  coloured = false,
  -- Colours of text. The bullet of an answer has one of them. The bullet of a tool has another one.
  text_colours = { ["#ffffff"] = true, ["#000000"] = true },
  -- Whether a prompt with a background colour was seen.
  grounded = false,
  -- Whether a screen could be of the plain interface, and whether its announcement was seen.
  may_be_plain = false,
  is_plain = false,
  -- Whether vim mode was seen. Its NORMAL mode shows no indicator.
  has_vim = false,
  -- Colours of rows that look like a notice but appeared beside a mode, so they are status lines. Keyed by the distance
  -- below the composer.
  beside_mode = {},
  -- Whether an uncertain row was seen since the last full redraw, and the transcript position of that redraw.
  uncertain = false,
  redrawn_at = 0,
  -- The known lines of the last prompt.
  prompt_lines = {},

  -- Whether the current read has only a part of a screen.
  in_part = false,
  -- Whether a turn has run since a composer at rest was last seen.
  ran = false,

  -- The last sent prompt, and what was visible of the turn before it.
  submission = { number = 0, tools = {} },
  -- Whether a page over a composer at rest was closed. Some versions then show a spinner for a moment, although no turn
  -- runs. Versions with `erases` even offer to interrupt it.
  page_left = false,
  -- Whether a turn ran when the composer was last seen.
  ran_last = false,
  -- What the rules of turns learn. Only a read whose state is reported may change it.
  -- `cancelled_ended`: the last cancelled turn has ended; later activity belongs to something else.
  -- `was_cancelled`: the last turn was cancelled, even if something else happened since.
  -- `pending`: the screen when a prompt was sent; while it is unchanged, the prompt has had no effect.
  -- `withdrawn`: the last prompt on the screen when another one returned to the composer, until a turn runs again.
  -- `in_vain`: a prompt without any effect; text typed below it does not make it a turn.
  -- `begun`: some turn was seen running.
  -- For the end of a turn or dialog that is drawn in two steps: `may_be_erased`, whether anything ran before;
  -- `erased`, the text above the composer in the first step; `end_drawn`, whether the second step was drawn.
  turn = { cancelled_ended = false, was_cancelled = false, begun = false, may_be_erased = false, end_drawn = false },
  -- The rows that have scrolled off since the last read of a turn (lib/scrolled).
  scrolled = require "lib/scrolled".new(),
}
