-- The last turn on the screen of pi. A prompt and a tool have a background color. Text of the model does not.

local errors = require "lib/errors"

local screen, text = ptywright.screen, ptywright.text

local turns = {}

local function ground(row) return row >= 0 and screen.style_at(row, 0).bg or nil end

-- Returns the first row of the rows with one background that end at a row.
local function top_of(row)
  local color = ground(row)
  while ground(row - 1) == color do row = row - 1 end
  return row
end

-- Whether rows with a background are a prompt: that of a tool begins in another style than the default one.
local function is_prompt(from, to)
  for row = from, to do
    if screen.row(row):find("%S") then
      local style = screen.style_at(row, 1)
      return not style.fg and not style.bold
    end
  end
  return false
end

local function prompt_rows(last)
  local to = last
  while to >= 0 do
    if ground(to) then
      local from = top_of(to)
      if is_prompt(from, to) then return from, to end
      to = from
    end
    to = to - 1
  end
end

local function inside(from, to)
  local lines = {}
  for row = from, to do lines[#lines + 1] = screen.row(row):gsub("^ ", "") end
  return (table.concat(lines, "\n"):gsub("^%s*\n", ""):gsub("%s+$", ""))
end

-- Returns the rows without a background, of which blank ones count once.
local function text_of(from, to)
  local lines, blank = {}, false
  for row = from, to do
    local line = screen.row(row)
    if ground(row) or not line:find("%S") then
      blank = true
    else
      if blank and lines[1] then lines[#lines + 1] = "" end
      lines[#lines + 1], blank = line:gsub("^ ", ""), false
    end
  end
  return table.concat(lines, "\n")
end

-- Returns the call of a tool in rows with a background: "$ ls" or "read notes.md". Its result is below it.
local function tool_in(from, to)
  local lines = {}
  for row = from, to do
    local line = screen.row(row):gsub("^ ", "")
    if line:find("%S") then lines[#lines + 1] = line elseif lines[1] then break end
  end
  local words = table.concat(lines, "\n")
  local command = words:match("^%$ (.+)$")
  local name, what = words:match("^(%l+) (.+)$")
  if not (command or name) then return nil end
  local status = "completed"
  for row = from, to do
    if screen.row(row):find("^ Elapsed %d") then status = "running"
    elseif screen.row(row):find("^ Command aborted") then status = "cancelled" end
  end
  return { name = command and "bash" or name, summary = command or what, status = status }
end

local function tools_in(first, last)
  local list, row = {}, last
  while row >= first do
    if ground(row) then
      local from = math.max(first, top_of(row))
      table.insert(list, 1, tool_in(from, row))
      row = from
    end
    row = row - 1
  end
  return list
end

-- Reads the messages of pi at the end of a turn, which have a color. Returns the row above them, and what they are.
local function outcome(last, from)
  local problem, interrupted
  while last >= from do
    local line = screen.row(last)
    local colored = screen.style_at(last, 1).fg ~= nil
    local message = colored and not ground(last) and line:match("^ Error: (.*)$")
    if colored and line:find("^ Operation aborted") or message and message:find("Retry cancelled", 1, true) then
      interrupted = true
    elseif message then
      problem = problem or errors.read(message)
    elseif line:find("%S") then
      break
    end
    last = last - 1
  end
  return last, interrupted, not interrupted and problem or nil
end

-- Returns the turn above a row, and its tools. A prompt may have scrolled off, and then so has the name of the program.
function turns.read(last)
  local from, to = prompt_rows(last)
  if not from then
    if screen.match("^ pi v%d") then return nil end
    from, to = -1, -1
  end
  local final, interrupted, problem = outcome(last, to + 1)
  local words = text_of(to + 1, final)
  return {
    prompt = to >= 0 and inside(from, to) or nil,
    text = words,
    whole = from > 0,
    interrupted = interrupted,
    problem = problem,
    waits = words == "" and not interrupted and not problem and to >= 0 and to >= final or nil,
  }, tools_in(to + 1, final)
end

return turns
