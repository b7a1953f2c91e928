-- An answer in its parts: what was said, and which tools were called.

local text = ptywright.text

local answer = {}

local most_tools = 23

-- "Name(what)", which may go on in the next rows.
local function call_of(block)
  local name, input = block.lines[1]:match("^(%u[%w_:%-]*)%((.*)$")
  if not name then return nil end
  for at = 2, #block.lines do input = input .. " " .. block.lines[at] end
  return name, text.squeeze(input):gsub("%)$", "")
end

local fields = {
  Bash = "command",
  Read = "file_path",
  Write = "file_path",
  Edit = "file_path",
  Update = "file_path",
  Grep = "pattern",
  Glob = "pattern",
  WebSearch = "pattern",
  LS = "path",
  Fetch = "url",
  WebFetch = "url",
}

local function status(block)
  if block.stopped then return "cancelled" end
  local first = block.result and block.result[1]
  if not first then return "running" end
  -- The hooks before it run first, in a row of their own.
  local now = first:find("^Running [%a ]+hook") and block.result[2] or first
  if now:find("^%a+…") or now:find("^Running [%a ]+hook") or now:find("^%$ ") then return "running" end
  return "completed"
end

-- A call by its name, or words with a result below them: { key, name, summary, status, input }, or nil.
function answer.tool(block)
  local name, input = call_of(block)
  local said = block.lines[1]
  if not name and not (block.result and said ~= "") then return nil end
  local command = block.result and (block.result[1] or ""):match("^%$ (.*)$")
  name = name or (command and "Bash") or "Tool"
  local summary = command or input or said
  return {
    key = name .. ":" .. summary,
    name = name,
    summary = summary,
    status = status(block),
    input = { [fields[name] or "description"] = summary },
  }
end

-- Several calls of one thing are told apart by their number.
local function numbered(list)
  local seen = {}
  for _, tool in ipairs(list) do
    seen[tool.key] = (seen[tool.key] or 0) + 1
    tool.id = seen[tool.key] == 1 and tool.key or ("%s#%d"):format(tool.key, seen[tool.key])
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

-- The lines of a block without blank ones at its end.
local function said(block)
  local last = #block.lines
  while last > 1 and block.lines[last] == "" do last = last - 1 end
  return table.concat(block.lines, "\n", 1, last)
end

local function is_call(block)
  return block.result ~= nil or block.lines[1]:find("^%u[%w_:%-]*%(") ~= nil
end

-- What the model has said. Without the prompt above it, the screen holds its end only.
function answer.words(turn)
  local list = {}
  for _, block in ipairs(turn.blocks) do
    if block.lines[1] ~= "" and not is_call(block) then list[#list + 1] = said(block) end
  end
  return table.concat(list, "\n\n")
end

local boxes = {
  ["☐"] = "pending",
  ["◻"] = "pending",
  ["◼"] = "in_progress",
  ["☒"] = "completed",
  ["☑"] = "completed",
  ["✔"] = "completed",
}

-- The list of things to do, where one is shown.
function answer.todos(view, from, to)
  local list = {}
  for at = from, to do
    local row = view:row(at)
    local box, words = row:sub(1, 12):match("^ +⎿? *(\226[\151\152\156][\128-\191]) "), nil
    if box and boxes[box] then words = row:sub(select(2, row:find(box, 1, true)) + 2) end
    if words then list[#list + 1] = { status = boxes[box], text = text.trim(words) } end
  end
  return #list > 0 and list or nil
end

return answer
