-- What differs between versions of Claude Code, as far as a rule depends on it. All other rules read structure alone.
-- `from` and `before` limit the versions. `seen` lists versions in which it was observed: by a picture in screens/, by a
-- recording, or by a run of `npm run agents`. `unknown` is the value for other versions and for an unknown one.
return {
  -- The newest tested version. Later ones are read by structure alone.
  newest = "2.1.329",

  facts = {
    cursor = {
      text = "The cursor is in the composer whenever one is visible. Earlier, it is parked below.",
      from = "2.1.112",
      seen = { "2.1.112", "2.1.150", "2.1.197", "2.1.228", "2.1.260", "2.1.326", "2.1.327", "2.1.328", "2.1.329" },
      unknown = false,
    },
    planning = {
      text = "Claude Code asks whether to plan. Later, it begins at once.",
      before = "2.1.0",
      seen = { "2.0.76" },
      unknown = true,
    },
    wraps = {
      text = "Long text continues at the left edge.",
      before = "2.1.0",
      seen = { "2.0.76" },
      unknown = false,
    },
    raw = {
      text = "Control characters of a command are written unescaped, in frames that are complete.",
      before = "2.1.0",
      seen = { "2.0.76" },
      unknown = false,
    },
    erases = {
      text = "At the end of a turn or a dialog, the composer is first drawn without the result.",
      from = "2.1.0",
      before = "2.1.112",
      seen = { "2.1.50" },
      unknown = false,
    },
    unmarked = {
      text = "In the plain interface, the outcome of a question has no bullet.",
      from = "2.1.328",
      seen = { "2.1.328", "2.1.329" },
      unknown = true,
    },
    untimed = {
      text = "A failed turn has no row with its duration.",
      from = "2.1.326",
      seen = { "2.1.326", "2.1.327", "2.1.328", "2.1.329" },
      unknown = false,
    },
  },
}
