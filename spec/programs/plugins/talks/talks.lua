local action, matcher = ptywright.action, ptywright.matcher

local talks = {}

-- The events that a row reports, by its first character.
local events_of = {
  y = function(row) return row ~= "you>" and { kind = "turn_started" } end,
  ["~"] = function(row) return { kind = "thought_delta", text = row:sub(3) } end,
  ["*"] = function(row)
    local name, subject = row:match("^%* (%u%l+)%((.*)%)$")
    if name then return { kind = "tool_started", id = "1", name = name, input = { subject = subject } } end
    return { kind = "tool_completed", id = "1", status = row == "* ended" and "completed" or "cancelled" }
  end,
  ["="] = function(row) return { kind = "text_delta", text = row:sub(3) .. "\n" } end,
  ["."] = function(row) return { kind = "turn_complete", interrupted = row == ". interrupted" } end,
}

local options = {
  { index = 1, label = "Yes", meaning = "yes" },
  { index = 2, label = "No", meaning = "no" },
}

local function rows_of(ctx)
  local rows = {}
  for row in ctx.screen:gmatch("[^\n]+") do rows[#rows + 1] = row end
  return rows
end

local function state_of(ctx, rows)
  local last = rows[#rows]
  if ctx.process_exited then
    return "gone", { error = { kind = "exited", message = ("ended with %s"):format(ctx.exit.exit_code) } }
  end
  if last == "you>" then return "waiting", {} end
  if last ~= "Allow?" then return "talking", {} end
  local request = { tool = "Look", summary = rows[#rows - 1]:match("%((.*)%)"), options = options }
  return "asking", { dialog_id = tostring(#rows), request = request }
end

function talks.classify(ctx)
  local rows, events = rows_of(ctx), {}
  for _, row in ipairs(rows) do
    local event = events_of[row:sub(1, 1)] and events_of[row:sub(1, 1)](row)
    if event then
      event.seq = #events + 1
      events[#events + 1] = event
    end
  end
  local name, metadata = state_of(ctx, rows)
  return ptywright.state(name, { evidence = rows[#rows], metadata = metadata, events = events })
end

local function typing(words)
  local typed = { type = "text", value = words, expect = matcher.changed(), why = "the typed words" }
  return { actions = { typed, action.key("enter") } }
end

function talks.send_prompt(params) return typing(params.prompt) end

function talks.approve() return typing("y") end

function talks.deny() return typing("n") end

function talks.cancel(_, ctx)
  local rows = rows_of(ctx)
  return rows[#rows] == "Allow?" and typing("n") or {}
end

function talks.describe()
  return {
    intents = { { name = "send_prompt" }, { name = "approve" }, { name = "deny" }, { name = "cancel" } },
    agent = {
      events = true,
      states = {
        waiting = { role = "idle" },
        talking = { role = "busy" },
        asking = { role = "permission", details = "request" },
        gone = { role = "failed" },
      },
      tools = { Look = "search" },
    },
  }
end

return talks
