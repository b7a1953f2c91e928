/**
 * The context of an intent, `ctx` in Lua: the fields of every context, and methods that act on the session. An intent
 * runs as a coroutine. It is suspended while the server sends input and waits, and continues with a new screen.
 */

import type { LuaClass } from './declaration.ts';

/** In a step of a suspended intent, the matcher `lua` with this name is its condition. No function can have this name. */
export const conditionName = '(condition)';

/** Called for each intent with the function `yield`. */
export const intentBody = `
local yield = ...

local function shown(rows)
  local list = {}
  for at, row in ipairs(rows or {}) do
    list[at] = type(row) == "table" and row or { row = row, text = ptywright.screen.row(row) }
  end
  return list
end

local function copy(from)
  local to = {}
  for key, value in pairs(from) do to[key] = value end
  return to
end

-- Returns the function in a condition, if any, and the condition as a matcher. In a list, one of them is enough.
local function split(condition)
  local own = { type = "lua", value = { plugin = ptywright.plugin.name, predicate = "${conditionName}" } }
  if type(condition) == "function" then return condition, own end
  if type(condition) ~= "table" or condition.type then return nil, condition end
  local predicate, matchers = nil, {}
  for at, one in ipairs(condition) do
    if type(one) == "function" then
      if predicate then error("a list of conditions has at most one function", 3) end
      predicate, one = one, own
    end
    matchers[at] = one
  end
  return predicate, { type = "any", value = matchers }
end

return function(intent, params, context)
  local queued, recheck = {}, nil
  local ctx, methods = {}, {}
  setmetatable(ctx, {
    __index = function(_, key)
      local method = methods[key]
      if method ~= nil then return method end
      return context[key]
    end,
    __pairs = function() return pairs(context) end,
    __metatable = "context",
  })

  function methods:send(...)
    for _, action in ipairs { ... } do queued[#queued + 1] = copy(action) end
  end

  function methods:press(...)
    for _, chord in ipairs { ... } do queued[#queued + 1] = { type = "key", value = chord } end
  end

  function methods:type(text) queued[#queued + 1] = { type = "text", value = text } end

  function methods:paste(text)
    local kind = context.modes.bracketed_paste and "bracketed_paste" or "paste"
    queued[#queued + 1] = { type = kind, value = text }
  end

  function methods:fail(reason, ...)
    error(select("#", ...) > 0 and reason:format(...) or reason, 0)
  end

  function methods:recheck(ms) recheck = math.min(recheck or ms, ms) end

  -- Suspends the intent with a plan for the server. Returns its answer.
  local function suspend(plan)
    local answer
    context, answer = yield(plan)
    return answer or {}
  end

  -- Sends what is queued.
  local function plan_of(step, options)
    local actions = queued
    queued = {}
    if step then
      local last = #actions > 0 and actions[#actions] or nil
      if not last then actions[1] = step end
      for key, value in pairs(last and step or {}) do last[key] = value end
    end
    local rows = options.unchanged
    return {
      actions = actions,
      shows = shown(rows),
      changed = rows and "intent" or nil,
      last_intent = options.last_intent,
    }
  end

  local function await(condition, options, optional)
    options = options or {}
    local predicate, matcher = split(condition)
    local answer = suspend(plan_of({
      expect = matcher,
      optional = optional,
      timeout_ms = options.within,
      fresh = options.fresh,
      why = options.why or predicate and "the condition of the intent" or nil,
    }, options))
    while true do
      if answer.changed then return nil, "changed" end
      if answer.timed_out then return nil, "timeout" end
      if answer.matched then return answer.matched end
      recheck = nil
      local seen = predicate(ctx)
      if seen then return seen end
      answer = suspend { waiting = true, recheck_ms = recheck }
    end
  end

  function methods:expect(condition, options) return await(condition, options) end
  function methods:wait(condition, options) return await(condition, options, true) end

  function methods:flush(options)
    if suspend(plan_of(nil, options or {})).changed then return nil, "changed" end
    return true
  end

  local plan = intent(params, ctx)
  if #queued == 0 then return plan end
  plan = copy(plan or {})
  for _, step in ipairs(plan.actions or {}) do queued[#queued + 1] = step end
  plan.actions = queued
  return plan
end
`;

const method = (name: string, type: string, text: string) => ({ name, type, text });

const condition = 'ptywright.Matcher|table|fun(ctx: ptywright.Intent): any';

export const intentClass: LuaClass = {
  text: 'The context of an intent. Its fields are read from a new screen after `expect`, `wait` and `flush`. Input is queued, and sent by these three or at the end of the intent. An intent that fails before sends nothing.',
  extends: 'ptywright.Context',
  fields: [
    method(
      'press',
      'fun(self, ...: string)',
      'Press keys in sequence, each with its modifiers: `ctx:press("ctrl+c", "enter")`.',
    ),
    method('type', 'fun(self, text: string)', 'Type text unchanged.'),
    method(
      'paste',
      'fun(self, text: string)',
      'Paste text, between the markers of bracketed paste if the program has enabled it.',
    ),
    method('send', 'fun(self, ...: ptywright.Action)', 'Queue any actions.'),
    method(
      'expect',
      `fun(self, condition: ${condition}, options?: ptywright.ExpectOptions): any`,
      'Send the queued input, and wait for a condition: a matcher, or a function that returns a true value. Return the match or that value. In a list, one of the conditions is enough. The intent fails when the time is up.',
    ),
    method(
      'wait',
      `fun(self, condition: ${condition}, options?: ptywright.ExpectOptions): any, string?`,
      'The same, but return nil and `"timeout"` when the time is up.',
    ),
    method(
      'flush',
      'fun(self, options?: ptywright.ExpectOptions): boolean?, string?',
      'Send the queued input without a condition.',
    ),
    method(
      'recheck',
      'fun(self, ms: integer)',
      'In a condition: evaluate it again after this time, even if nothing has changed.',
    ),
    method(
      'fail',
      'fun(self, reason: string, ...: any)',
      'End the intent with an error. The reason is a format string if there are more arguments.',
    ),
  ],
};

export const expectOptionsClass: LuaClass = {
  text: 'How a step of an intent waits.',
  fields: [
    {
      name: 'within',
      type: 'integer',
      text: 'The timeout in milliseconds. Defaults to 2000.',
      optional: true,
    },
    {
      name: 'why',
      type: 'string',
      text: 'The purpose of the step. The error message contains it when the step fails.',
      optional: true,
    },
    {
      name: 'fresh',
      type: 'boolean',
      text: 'Whether only output after the input counts. Defaults to true for a step with input, and to false for a step without one.',
      optional: true,
    },
    {
      name: 'unchanged',
      type: '(integer|ptywright.Shown)[]',
      text: 'Rows that must show the same text when the input is sent, as they are now or as they were read earlier. If one has changed, nothing is sent, and the result is nil and `"changed"`.',
      optional: true,
    },
    {
      name: 'last_intent',
      type: 'string',
      text: 'Sets `ctx.last_intent` when the step begins. Otherwise the result of the intent sets it at the end.',
      optional: true,
    },
  ],
};
