-- The known REPLs: how their prompts look, how to send several lines as one, and how they report a failure.

local languages = {}

local encode = ptywright.json.encode

local function last_line(text)
  local last
  for line in text:gmatch("[^\n]+") do
    if line:find("%S") then last = ptywright.text.trim(line) end
  end
  return last
end

local function line_with(text, patterns)
  for line in text:gmatch("[^\n]+") do
    for _, pattern in ipairs(patterns) do
      local found = line:match(pattern)
      if found then return found end
    end
  end
end

-- A comment ends with its line, and a string may continue in the next. Only the caller can join such lines.
local function joined(code)
  for line in code:gmatch("[^\n]+") do
    local _, quotes = line:gsub("'", "")
    if quotes % 2 == 1 or line:find("%-%-") then
      error("code: lines with a comment or an open text cannot be joined: send one line", 0)
    end
  end
  return (code:gsub("%s*[\n\t]%s*", " "))
end

-- Statements that may continue in the next line. An empty line would have to end them.
local blocks = {}
for word in ("async class def for if match try while with"):gmatch("%S+") do blocks[word] = true end

-- `ended`: a prompt that may also follow output without a line feed. `as_several`: whether one line must be sent as
-- several are.
local list = {
  {
    name = "python",
    prompt = "^>>> ",
    ended = ">>> $",
    continuation = "^%.%.%. ?",
    debugger = "^%(Pdb%+*%) ",
    -- Runs all statements as if each was typed, so that values of expressions are printed.
    several = function(code)
      local parsed = ("__import__('ast').parse(%s)"):format(encode(code))
      return ("exec(compile(__import__('ast').Interactive(%s.body), '<input>', 'single'))"):format(parsed)
    end,
    as_several = function(code) return code:sub(1, 1) == "@" or blocks[code:match("^%a+")] end,
    failure = function(text)
      local traced = text:find("Traceback (most recent call last):", 1, true) or text:find('^%s*File "<')
      return traced and last_line(text) or nil
    end,
  },
  {
    name = "sqlite",
    prompt = "^sqlite> ",
    ended = "sqlite> $",
    continuation = "^ +[.(x\"';%-/*]+> ",
    several = joined,
    failure = function(text) return line_with(text, { "^(%a+ error.*)", "^(Error:.*)" }) end,
  },
  {
    name = "psql",
    -- `*`, `!` and `?`: a transaction is open, has failed, or has an unknown status.
    prompt = "^[%w_.-]+=[*!?]?[#>] ",
    continuation = "^[%w_.-]+[-(*'\"$^][*!?]?[#>] ",
    several = joined,
    failure = function(text) return line_with(text, { "^(ERROR:.*)", "^(FATAL:.*)" }) end,
  },
  {
    name = "node",
    prompt = "^> ",
    -- "... ", and "| " in Node 26.
    continuation = "^[|%.][%. ]* ",
    debugger = "^debug> ",
    several = function(code) return ("require('vm').runInThisContext(%s)"):format(encode(code)) end,
    failure = function(text) return line_with(text, { "^Uncaught[: ]+(.*)", "^%^CUncaught[: ]+(.*)" }) end,
  },
}

-- Returns the language and kind of the prompt before the cursor. The second prompt of Python is also one of Node, so
-- `last` is the last known language.
function languages.at(text, last)
  for _, kind in ipairs { "prompt", "debugger", "continuation" } do
    for pass = 1, 2 do
      for _, language in ipairs(list) do
        local pattern = language[kind]
        if pattern and (pass == 2 or language.name == last) and text:find(pattern) then return language, kind end
      end
    end
  end
  for _, language in ipairs(list) do
    if language.ended and text:find(language.ended) then return language, "prompt" end
  end
end

return languages
