-- Splits an answer into its text and its tool calls.

local sentences = require "sentences"
local todos = require "lib/todos"

local screen, text = ptywright.screen, ptywright.text

local answer = {}

local most_tools = 23

-- Text that looks like a call has the bullet of text. Without colours, only the result of the call identifies it.
local function is_called(block)
  if block.is_text then return false end
  if block.result or block.stopped and screen.style_at(block.row, 0).fg == nil then return true end
  return screen.style_at(block.row, 0).fg ~= nil and screen.style_at(block.row, 2).bold == true
end

-- Parses "Name(input)". The input may continue in the next rows.
local function call_of(block)
  local name, input = block.lines[1]:match("^(%u[%w_:%-]*)%((.*)$")
  if not name or not is_called(block) then return nil end
  for at = 2, #block.lines do input = input .. " " .. block.lines[at] end
  return name, text.squeeze(input):gsub("%)$", "")
end

local fields = {
  Bash = "command",
  Read = "file_path", Write = "file_path", Edit = "file_path", Update = "file_path", LS = "path",
  Grep = "pattern", Glob = "pattern", WebSearch = "pattern",
  Fetch = "url", WebFetch = "url",
}

-- A tool that was refused without a question has this text in a separate, coloured row.
local refusal = "^Not run · "

local function is_refused(block)
  for at, line in ipairs(block.result or {}) do
    if line:find(refusal) and (block.folded or at == 1 and screen.style_at(block.result_row, 5).fg) then return true end
  end
  return false
end

local function status(block)
  if block.stopped or is_refused(block) then return "cancelled" end
  if block.folded then return "completed" end
  local first = block.result and block.result[1]
  if not first then return "running" end
  -- Hooks run before the tool and have a row before its output.
  local after = block.result[2] or ""
  local now = first:find("^Running [%a ]+hook") and after ~= "" and after or first
  local verb = block.lines[1]:match("^(%u%l+ing) ")
  if verb and sentences.present(verb) and not now:find("^Interrupted") then return "running" end
  if now:find("^%a+…") or now:find("^Running [%a ]+hook") or now:find("^%$ ") then return "running" end
  return "completed"
end

-- The reason why a command was not run is above the command.
local function command_of(block)
  local result = block.result or {}
  local refused = result[1] and result[1]:find(refusal) ~= nil
  for at = 1, refused and #result or math.min(1, #result) do
    local command = result[at]:match("^%$ (.*)$")
    if command then return command end
  end
end

-- A sentence in the present tense describes a running tool. Its object is in the sentence or below it. Returns the
-- tool, the words, and whether the words are the input of the tool (a count is not).
local function sentence_of(block)
  local sentence = block.lines[1]:gsub("%s*%(ctrl%+o to expand%)$", "")
  local verb, what = sentence:match("^(%u%l+) (.+)$")
  local name = verb and sentences.tool(verb) or "Tool"
  local command = command_of(block)
  if command then return "Bash", command, true end
  if block.folded then return name, sentence, false end
  if not verb or not sentences.present(verb) then return "Tool", sentence, false end
  if not what:find("^%d+ %l+…?$") then return name, what:gsub("…$", ""), true end
  local first = block.result and block.result[1]
  return name, first or what:gsub("…$", ""), first ~= nil
end

-- A tool call has an object. A verb alone, or a verb with a time, describes the activity of the model.
local function is_sentence(block)
  local sentence = block.lines[1]
  if not sentence:find(" ", 1, true) or sentence:find("^%u%l+ for %d+[smh]") then return false end
  return block.result ~= nil or block.folded
end

-- Parses a call by its name, or words with a result below them. Returns { key, name, summary, status, input, folded }
-- or nil.
function answer.tool(block)
  local name, summary = call_of(block)
  local is_given = true
  if not name then
    if block.is_text or block.own or block.lines[1] == "" or not is_sentence(block) then return nil end
    name, summary, is_given = sentence_of(block)
  end
  return {
    key = name .. ":" .. summary,
    name = name,
    summary = summary,
    status = status(block),
    input = { [is_given and fields[name] or "description"] = summary },
    folded = block.folded or nil,
  }
end

-- Whether a sentence that summarizes several tools has a verb of the named tool.
function answer.mentions(sentence, name)
  for word in sentence.summary:gmatch("%a+") do
    if sentences.tool(word) == name then return true end
  end
  return false
end

-- Numbers calls that have the same key.
local function numbered(list)
  local count = {}
  for _, tool in ipairs(list) do
    count[tool.key] = (count[tool.key] or 0) + 1
    tool.id = count[tool.key] == 1 and tool.key or ("%s#%d"):format(tool.key, count[tool.key])
  end
  return list
end

function answer.tools(turn)
  local list = {}
  for at = math.max(1, #turn.blocks - most_tools + 1), #turn.blocks do
    local tool = answer.tool(turn.blocks[at])
    if tool then list[#list + 1] = tool end
  end
  return numbered(list)
end

-- Returns the lines of a block without trailing blank lines.
local function text_of(block)
  local last = #block.lines
  while last > 1 and block.lines[last] == "" do last = last - 1 end
  return table.concat(block.lines, "\n", 1, last)
end

local function is_call(block)
  return not block.is_text and (block.folded or block.result ~= nil or call_of(block) ~= nil)
end

-- Returns the text of the model. When the prompt has scrolled off, the screen has only the end of the text.
function answer.words(turn)
  local list = { turn.tail }
  for _, block in ipairs(turn.blocks) do
    if block.lines[1] ~= "" and not block.own and not block.foreign and not is_call(block) then
      list[#list + 1] = text_of(block)
    end
  end
  return table.concat(list, "\n\n")
end

-- Returns the rows that contain text of the model.
local function rows_of_text(found)
  local rows = {}
  for at = 0, found.tail and found.tail_row or -1 do rows[at] = true end
  for _, block in ipairs(found.blocks) do
    for at = block.row, block.is_text and block.row + #block.lines - 1 or -1 do rows[at] = true end
  end
  return rows
end

-- Returns the task list, if one is visible. Text of the model may look like one.
function answer.todos(view, found)
  local is_text_in = rows_of_text(found)
  return todos(view, found.from, found.top - 1, function(at) return is_text_in[at] end)
end

return answer
