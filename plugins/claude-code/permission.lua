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
local function meaning(label)
  local words = text.lower(label)
  if text.starts(words, "no") then return "no" end
  if not text.starts(words, "yes") then return "tell" end
  if text.has(words, { "switch to", "auto mode", "accept edits", "auto-accept" }) then return "yes_and_switch_mode" end
  if text.has(words, { "ask again", "always", "during this session", "for this session", "allow all" }) then
    return "yes_and_remember"
  end
  if text.has(words, { "tell claude" }) then return "yes_and_tell" end
  return "yes"
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
  local name, server = title:match("^(.-) %- (.-)%(") 
  return name and (name .. "." .. server) or nil
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

local function is_coloured(view, row) return screen.style_at(row, indent_of(view, row)).fg ~= nil end

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

-- A command, and below it in another colour what is said about it. Without a colour all of it may be command.
local function command_of(view, first, last)
  local said = end_of_command(view, first, last)
  local from = said
  while from > first and is_coloured(view, from) and not view:row(from):find("^ *│") do from = from - 1 end
  return without_bars(view:block(first, from)), from < said and text.squeeze(view:block(from + 1, said)) or nil
end

local function subject(tool, words, above, path)
  if tool == "WebFetch" then return words:match('url:%s*"?([^"%s,]+)') or first_line(words) end
  if tool == "Read" or not tool then return first_line(words) end
  return path or first_line(above ~= "" and above or words)
end

local runs_commands = { Bash = true, PowerShell = true }

-- What is asked for in one text, and what is said about it. The flat interface does not part them.
local function asked(view, found, tool, path)
  local body = body_of(view, found)
  local words = view:block(body.first, body.last)
  if found.kind == "plain" then return words, (words:gsub("%f[^\n%z]> ", "")) end
  if not runs_commands[tool] then return words, subject(tool, words, body.above, path) end
  if body.above ~= "" then return words, without_bars(words), text.squeeze(body.above) end
  return words, command_of(view, body.first, body.last)
end

-- Everything that a dialog of this kind tells; `found` is the panel.
function permission.of(view, found)
  local seen = title_seen(view, found)
  local tool, path = nil, nil
  if seen then tool, path = tool_of(found.title) end
  local body, summary, description = asked(view, found, tool, path)
  if summary == "" then summary = first_line(body) end
  permission.mark(found.options)
  return {
    permission = {
      tool = tool,
      title = seen and found.title or nil,
      summary = summary,
      description = description,
      body = body,
      cut = not seen or nil,
      question = found.question.text,
      options = choices.told(found.options),
    },
    dialog_id = identity.permission(tool, summary),
  }
end

-- One choice says Yes, another No or leads to words instead of it, and a question stands above them.
function permission.is(found)
  if #found.options < 2 or not found.question then return false end
  permission.mark(found.options)
  local yes, no = false, false
  for _, option in ipairs(found.options) do
    if text.starts(option.meaning, "yes") then yes = true else no = true end
  end
  return yes and no and (found.selected or found.kind == "plain") and text.starts(found.options[1].meaning, "yes") ~= nil
end

return permission
