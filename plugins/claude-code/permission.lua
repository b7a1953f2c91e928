-- A question for permission: a tool that waits for a Yes or a No.

local choices = require "choices"
local identity = require "identity"

local screen, text = ptywright.screen, ptywright.text

local permission = {}

-- The tool by the title of its dialog. Another title is told as it is.
local tools = {
  ["bash command"] = "Bash",
  ["bash command (unsandboxed)"] = "Bash",
  ["powershell command"] = "PowerShell",
  ["create file"] = "Write",
  ["overwrite file"] = "Write",
  ["write file"] = "Write",
  ["edit file"] = "Edit",
  ["edit notebook"] = "NotebookEdit",
  ["read file"] = "Read",
  ["read files"] = "Read",
  ["search"] = "Grep",
  ["fetch"] = "WebFetch",
  ["web search"] = "WebSearch",
  ["use skill"] = "Skill",
}

-- What choosing an option means, from its words: they differ between versions more than what they mean does.
-- A Yes to which something is added that is not known here is one that lasts.
local plain = {
  "yes, proceed",
  "yes, i ",
  "yes, enter plan mode",
  "yes, manually",
  "yes, and manually approve",
  "yes, allow once",
}

local modes = { "switch to", "auto mode", "accept edits", "auto-accept", "bypass" }

local function meaning(label)
  local words = text.lower(label)
  if words:find("^no%f[%A]") then return "no" end
  if not words:find("^yes%f[%A]") then return "tell" end
  if words == "yes" or text.starts(words, plain) then return "yes" end
  if text.starts(words, "yes, and tell claude") then return "yes_and_tell" end
  if text.has(words, modes) then return "yes_and_switch_mode" end
  return "yes_and_remember"
end
permission.meaning = meaning

function permission.mark(options)
  for _, option in ipairs(options) do option.meaning = meaning(option.label) end
end

-- "Create file notes.md" of the first versions, or the title alone.
local function tool_of(title)
  local words = text.lower(title)
  if tools[words] then return tools[words], nil end
  for known, tool in pairs(tools) do
    if text.starts(words, known .. " ") then return tool, text.trim(title:sub(#known + 1)) end
  end
end

-- What a server offers is named in the row below a title that says nothing of it, or before its arguments.
local function offered_tool(view, found, body)
  if found.title ~= "Tool use" then return nil end
  local below = text.trim(view:row(found.title_row + 1))
  local name = below:match("^(.+) Tool: %(MCP%)$") or body:match("^([^\n(]+)%(.*%(MCP%)")
  return name or body:find("^Web Search%(") and "WebSearch" or nil
end

-- What is to be done is indented further where no such lines are around it: it cannot draw one.
local function dashes(view, from, to)
  local rows = {}
  for at = from, to do
    if view:row(at):find("^ ?╌╌╌╌") then rows[#rows + 1] = at end
  end
  return rows
end

-- A tip stands right below the title, as far to the left, and all of it looks the same.
local function below_tip(view, first, last)
  if not view:row(first):find("^ ?Tip: ") then return first end
  local bold = screen.style_at(first, 1).bold
  repeat first = first + 1
  until first > last or not view:row(first):find("^ ?[^ >╌]") or screen.style_at(first, 1).bold ~= bold
  return first
end

-- The rows that show what is to be done, as the first and the last, and what stands above them: between dashed lines,
-- or down to the question.
local function body_of(view, found)
  local last = found.question.from - 1
  local first = below_tip(view, found.title_row + 1, last)
  local lines = dashes(view, first, last)
  if #lines < 2 then return { first = first, last = last, above = "" } end
  return { first = lines[1] + 1, last = lines[#lines] - 1, above = view:block(first, lines[1] - 1) }
end

-- A title that has left the screen is not guessed at.
local function title_seen(view, found)
  return found.kind == "plain" or view:is_line(found.top, "─") and found.title_row == found.top + 1
end

local function first_line(words) return words:match("^[^\n]*") or "" end

local function indent_of(view, row) return #view:row(row):match("^ *") end

-- The colour of what is said beside, such as the numbers of the choices. A command may bring colours of its own.
local function is_remark(view, found, row)
  local first = found.options[1]
  local grey = first.index and screen.style_at(first.row, first.col).fg
  return grey ~= nil and screen.style_at(row, indent_of(view, row)).fg == grey
end

-- What Claude Code remarks below a command is indented less.
local function end_of_command(view, first, last)
  local indent = indent_of(view, view:last_text(first, first) or first + 1)
  for at = first + 1, last do
    if not view:blank(at) and indent_of(view, at) < indent then return view:last_text(first, at - 1) or first end
  end
  return view:last_text(first, last) or last
end

-- A bar stands before each line of a command that has several.
local function without_bars(words) return (words:gsub("%f[^\n%z] *│ ?", "")) end

-- A command, and in the row below it what is said about it. Where that takes more rows, or has another colour, all of
-- it may be command.
local function command_of(view, found, first, last)
  local said = end_of_command(view, first, last)
  local remarked = said > first and is_remark(view, found, said) and not view:row(said):find("^ *│")
  if not remarked then return without_bars(view:block(first, said)), nil end
  return without_bars(view:block(first, said - 1)), text.squeeze(view:block(said, said))
end

-- All up to the last thing that is asked of the page: an address may hold whatever looks like that.
local function address_in(words)
  local rest = words:match("^.-url:%s*(.*)$")
  if not rest then return nil end
  rest = rest:match("^(.*)[\n,]%s*prompt:") or rest
  return (rest:gsub("%s*\n%s*", ""):gsub('^"', ""):gsub('"$', ""))
end

local function subject(tool, words, above, path)
  if tool == "WebFetch" then return address_in(words) or first_line(words) end
  if tool == "WebSearch" then return words:match('^Web Search%("(.*)"%)') or first_line(words) end
  if tool == "Read" or not tool then return first_line(words) end
  return path or first_line(above ~= "" and above or words)
end

local runs_commands = { Bash = true, PowerShell = true }

-- Whether a line of what is to be done may go on in the next row: what follows would not have fitted behind it.
local function is_wrapped(view, first, last)
  for at = first, last - 1 do
    local word = view:row(at + 1):match("^%s*(%S+)")
    if word and not view:blank(at) and (utf8.len(view:row(at)) or 0) + 1 + (utf8.len(word) or 0) >= view.cols - 2 then
      return true
    end
  end
end

-- What is asked for in one text, and what is said about it. The flat interface does not part them.
local function asked(view, found, tool, path)
  local body = body_of(view, found)
  local words = view:block(body.first, body.last)
  if found.kind == "plain" then return words, (words:gsub("%f[^\n%z]> ", "")) end
  if not runs_commands[tool] then return words, subject(tool, words, body.above, path) end
  if body.above ~= "" then return words, without_bars(words), text.squeeze(body.above) end
  return words, command_of(view, found, body.first, body.last)
end

-- Everything that a dialog of this kind tells; `found` is the panel.
function permission.of(view, found)
  local seen = title_seen(view, found)
  local tool, path = nil, nil
  if seen then tool, path = tool_of(found.title) end
  local body, summary, description = asked(view, found, tool, path)
  if seen and not tool then
    tool = offered_tool(view, found, body)
    if tool then summary = subject(tool, body, "", nil) end
  end
  if summary == "" then summary = first_line(body) end
  permission.mark(found.options)
  local rows = body_of(view, found)
  return {
    permission = {
      wrapped = runs_commands[tool] and is_wrapped(view, rows.first, rows.last) or nil,
      tool = tool,
      title = seen and found.title or nil,
      summary = summary,
      description = description,
      body = body,
      cut = not seen or nil,
      question = found.question.text,
      options = choices.told(found.options),
    },
    dialog_id = identity.permission(tool, summary, body),
  }
end

-- What is to be done takes a moment to be drawn, and an ellipsis stands for it meanwhile. Who decides then has not seen it.
function permission.is_whole(view, found)
  local body = body_of(view, found)
  local words = view:block(body.first, body.last)
  -- The flat interface has the name of the file above it.
  return words ~= "…" and not (found.kind == "plain" and words:find("\n>? ?…$"))
end

-- One choice says Yes, another No or leads to words instead of it, and a question stands above them. Below a question of
-- the model stands how an answer is selected, and nobody but the program writes there.
function permission.is(found)
  if #found.options < 2 or not found.question or found.hint:find("^Enter to select") then return false end
  permission.mark(found.options)
  local yes, no = false, false
  for _, option in ipairs(found.options) do
    if text.starts(option.meaning, "yes") then yes = true else no = true end
  end
  return yes and no and (found.selected or found.kind == "plain") and text.starts(found.options[1].meaning, "yes") ~= nil
end

return permission
