-- Reads a permission dialog: a tool that waits for a Yes or a No.

local doubts = require "doubts"
local mean = require("lib/dialogs").mean
local identity = require "lib/identity"
local legible = require "lib/legible"
local options = require "lib/options"

local screen, text = ptywright.screen, ptywright.text

local permission = {}

-- Tools by the title of the dialog. Other titles are returned unchanged.
local tools = {
  ["bash command"] = "Bash", ["bash command (unsandboxed)"] = "Bash", ["powershell command"] = "PowerShell",
  ["create file"] = "Write", ["overwrite file"] = "Write", ["write file"] = "Write",
  ["edit file"] = "Edit", ["edit notebook"] = "NotebookEdit",
  ["read file"] = "Read", ["read files"] = "Read", ["search"] = "Grep",
  ["fetch"] = "WebFetch", ["web search"] = "WebSearch",
  ["use skill"] = "Skill",
}

-- Parses "Create file notes.md" of the first versions, or a title alone.
local function tool_of(title)
  local words = text.lower(title)
  if tools[words] then return tools[words], nil end
  for name, tool in pairs(tools) do
    if text.starts(words, name .. " ") then return tool, text.trim(title:sub(#name + 1)) end
  end
end

-- The name of an MCP tool is below a generic title, or before its arguments.
local function offered_tool(view, found, body)
  if found.title ~= "Tool use" then return nil end
  local below = text.trim(view:row(found.title_row + 1))
  local name = below:match("^(.+) Tool: %(MCP%)$") or body:match("^([^\n(]+)%(.*%(MCP%)")
  return name or body:find("^Web Search%(") and "WebSearch" or nil
end

-- Returns the dashed lines around the body. Without them, the body has more indent, so it cannot contain such a line.
local function dashes(view, from, to)
  local rows = {}
  for at = from, to do
    if view:row(at):find("^ ?╌╌╌╌") then rows[#rows + 1] = at end
  end
  return rows
end

-- A tip is directly below the title with the same indent and a single style.
local function below_tip(view, first, last)
  if not view:row(first):find("^ ?Tip: ") then return first end
  local bold = screen.style_at(first, 1).bold
  repeat first = first + 1
  until first > last or not view:row(first):find("^ ?[^ >╌]") or screen.style_at(first, 1).bold ~= bold
  return first
end

-- Returns the first and last row of the body and the text above it. The body is between dashed lines, or reaches down
-- to the question.
local function body_of(view, found)
  local last = found.question.from - 1
  local first = below_tip(view, found.title_row + 1, last)
  local lines = dashes(view, first, last)
  if #lines < 2 then return { first = first, last = last, above = "" } end
  return { first = lines[1] + 1, last = lines[#lines] - 1, above = view:block(first, lines[1] - 1) }
end

-- A title that has scrolled off is not guessed.
local function is_title_visible(view, found)
  return found.kind == "plain" or view:is_line(found.top, "─") and found.title_row == found.top + 1
end

local function indent_of(view, row) return #view:row(row):match("^ *") end

-- Whether a row has the colour of secondary text, such as the option numbers. A command may set colours itself.
local function is_remark(view, found, row)
  local first = found.options[1]
  local grey = first.index and screen.style_at(first.row, first.col).fg
  return grey ~= nil and screen.style_at(row, indent_of(view, row)).fg == grey
end

-- Remarks of Claude Code below a command have less indent.
local function end_of_command(view, first, last)
  local indent = indent_of(view, view:last_text(first, first) or first + 1)
  for at = first + 1, last do
    if not view:blank(at) and indent_of(view, at) < indent then return view:last_text(first, at - 1) or first end
  end
  return view:last_text(first, last) or last
end

-- A bar precedes each line of a multiline command.
local function without_bars(words) return (words:gsub("%f[^\n%z] *│ ?", "")) end

-- Returns a command and the description in the row below it. If the rest takes more rows or has another colour, all of
-- it may belong to the command.
local function command_of(view, found, first, last)
  local last_row = end_of_command(view, first, last)
  local remarked = last_row > first and is_remark(view, found, last_row) and not view:row(last_row):find("^ *│")
  if not remarked then return without_bars(view:block(first, last_row)), nil end
  return without_bars(view:block(first, last_row - 1)), text.squeeze(view:block(last_row, last_row))
end

-- Returns the URL up to the last prompt about the page. A URL may contain text that looks like a prompt. The first
-- versions show the URL alone, above the rest.
local function address_in(words)
  words = without_bars(words)
  local rest = words:match("^.-url:%s*(.*)$") or words
  rest = rest:match("^(.*)[\n,]%s*prompt:") or rest:match("^(.*)\nClaude wants to fetch content from ") or rest
  return (rest:gsub("%s*\n%s*", ""):gsub('^"', ""):gsub('"$', ""))
end

local writes_files = { Write = true, Edit = true, NotebookEdit = true }

local function subject(tool, words, path)
  if tool == "WebFetch" then return address_in(words) end
  if tool == "WebSearch" then return words:match('^Web Search%("(.*)"%)') or words end
  return path or words
end

local runs_commands = { Bash = true, PowerShell = true }

-- Whether a line of the body may continue in the next row: the next word would not have fitted behind it.
local function is_wrapped(view, first, last)
  for at = first, last - 1 do
    local word = view:row(at + 1):match("^%s*(%S+)")
    if word and not view:blank(at) and (utf8.len(view:row(at)) or 0) + 1 + (utf8.len(word) or 0) >= view.cols - 2 then
      return true
    end
  end
end

-- Returns the request as one text, and its description. The plain interface does not separate them.
local function request_of(view, found, body, tool, path)
  local words = view:block(body.first, body.last)
  if found.kind == "plain" then return words, (words:gsub("%f[^\n%z]> ", "")) end
  if not runs_commands[tool] then return words, subject(tool, words, path) end
  if body.above ~= "" then return words, without_bars(words), text.squeeze(body.above) end
  return words, command_of(view, found, body.first, body.last)
end

-- Returns the path of the file to be written, from the title or below it. A path with line feeds takes several rows.
local function path_of(found, above, tool, in_title)
  if not writes_files[tool] or found.kind == "plain" then return nil end
  return in_title and above ~= "" and in_title .. "\n" .. above or in_title or above
end

-- Returns all metadata of a permission dialog. `found` is the panel.
function permission.of(view, found)
  local has_title, rows = is_title_visible(view, found), body_of(view, found)
  local tool, in_title = tool_of(has_title and found.title or "")
  local path = path_of(found, rows.above, tool, in_title)
  local body, summary, description = request_of(view, found, rows, tool, path)
  if has_title and not tool then
    tool = offered_tool(view, found, body)
    if tool then summary = subject(tool, body, nil) end
  end
  if summary == "" then summary = body end
  mean(found.options)
  local wrapped = path and path:find("\n") or tool and not path and is_wrapped(view, rows.first, rows.last)
  local request = {
    tool = tool,
    title = has_title and found.title or nil,
    summary = summary,
    description = description,
    body = body,
    wrapped = wrapped and true or nil,
    cut = (not has_title or path and path:find("^…") ~= nil) or nil,
    question = found.question.text,
    options = options.metadata(found.options),
  }
  local dialog_id = identity.permission(tool, summary, body)
  request.doubt = doubts.of(view, found, request, path)
  -- A truncated body gives no summary.
  request.summary = not request.cut and legible(summary) or nil
  return { permission = request, dialog_id = dialog_id }
end

-- Whether the body is complete. An ellipsis is its placeholder while it loads. A decision at that moment would be
-- blind.
function permission.is_whole(view, found)
  local body = body_of(view, found)
  local words = view:block(body.first, body.last)
  -- The plain interface has the file name above it.
  return words ~= "…" and not (found.kind == "plain" and words:find("\n>? ?…$"))
end

-- One option says Yes, another says No or asks for text, and a question is above them. Below a question of the model, a
-- hint explains how to select an answer. Only the program writes to that row.
function permission.is(found)
  if #found.options < 2 or not found.question or found.hint:find("^Enter to select") then return false end
  mean(found.options)
  local yes, no = false, false
  for _, option in ipairs(found.options) do
    if text.starts(option.meaning, "yes") then yes = true else no = true end
  end
  return yes and no and (found.selected or found.kind == "plain") and text.starts(found.options[1].meaning, "yes") ~= nil
end

return permission
