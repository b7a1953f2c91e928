/** The Lua of a fresh adapter. */

export const mainOf = (
  program: string,
) => `-- What ${program} is doing, told by its screen. Rows and columns count from 0, lists of Lua from 1.
local screen = ptywright.screen

-- They are tried in this order, and the first that fits wins. A rule that says why it does not fit, and which rows it
-- looked at, is explained by: ptywright adapter explain
local rules = {
  {
    name = "exited",
    when = function(ctx)
      return ctx.process_exited and { evidence = "the process ended" }
        or { matched = false, why = "the process runs" }
    end,
  },
  {
    name = "ready",
    confidence = 0.9,
    when = function()
      local row = screen.cursor().row
      -- TODO: what stands before the cursor when the program waits for a line?
      if not screen.before_cursor():find("[$#%>:?] ?$") then
        return { matched = false, rows = { row }, why = "no prompt before the cursor" }
      end
      return { rows = { row }, evidence = "a prompt before the cursor" }
    end,
  },
  {
    name = "busy",
    confidence = 0.5,
    when = function()
      return { evidence = "it runs, and asks for nothing" }
    end,
  },
}

${deeds}`;

const deeds = `local plugin = {}

function plugin.classify(ctx)
  return ptywright.rules(rules, ctx)
end

-- An intent says what to type. A step with \`expect\` is followed by the next one only when that is seen.
function plugin.send_line(params)
  local text = params.text or ""
  local typed = ptywright.action.text(text)
  if text ~= "" then
    typed.expect = ptywright.matcher.contains_text(text)
    typed.why = "the program echoes what is typed"
  end
  return { actions = { typed, ptywright.action.key("enter") }, last_intent = "line_sent" }
end

-- What adapter.wait and adapter.turn wait for when they are not told.
function plugin.wait_turn_matcher(params)
  return ptywright.matcher.screen_stable(params.completed_turn_stable_ms)
end

function plugin.describe()
  return {
    intents = {
      {
        name = "send_line",
        description = "Type a line and press enter.",
        params_schema = {
          type = "object",
          properties = { text = { type = "string", description = "The line." } },
          required = { "text" },
        },
      },
    },
    wait_matchers = { { name = "wait_turn_matcher", description = "The screen has come to rest." } },
    states = {
      { name = "ready", description = "It waits for a line." },
      { name = "busy", description = "It works, and waits for nothing." },
      { name = "exited", description = "It has ended." },
    },
  }
end

return plugin
`;
