-- The plain interface for screen readers (--ax-screen-reader). It has no lines and no markers, only rows. Input goes to
-- the last row, which has the cursor.

local footer = require "footer"
local memory = require "memory"
local turns = require "turns"
local version = require "version"

local text = ptywright.text

local plain = {}

-- The first row announces the interface once and then scrolls off. Where long text continues at the left edge, the model
-- could draw it, and there is no such interface.
local function announced(view)
  return not version.facts().wraps and view:row(0):find("^%[Screen Reader Mode: on") ~= nil
end

-- The composer begins with a dollar sign. The mode is directly above it.
local function prompt_row(view)
  local row = view.cursor.row
  for at = row, math.max(0, row - 20), -1 do
    if view:row(at):find("^%$%f[%s\194%z]") or view:row(at) == "$" then return at end
  end
end

-- The last row of a dialog asks for a number and may be wrapped. A dollar sign above it belongs to the dialog.
local function asks_for_number(view)
  local row, words = view.cursor.row, "^Select with numbers %["
  return view:row(row):find(words) ~= nil or view:row(row - 1):find(words) ~= nil
end

local function status_rows(view, prompt)
  local first = prompt
  while first > 0 and (view:row(first - 1):find("^effort: ") or view:row(first - 1):find(" mode on%f[%s%z]")
    or view:row(first - 1):find("^accept edits on") or view:row(first - 1):find("esc to interrupt$")) do
    first = first - 1
  end
  return first
end

function plain.is(view)
  memory.is_plain = memory.is_plain or announced(view)
  if memory.is_plain then return true end
  local prompt = prompt_row(view)
  return prompt ~= nil and status_rows(view, prompt) < prompt
end

local function draft_of(view, prompt)
  local lines = { (view:row(prompt):gsub("^%$", ""):gsub("\194\160", " "):gsub("^ +", "")) }
  for at = prompt + 1, view.last do lines[#lines + 1] = view:row(at) end
  return (table.concat(lines, "\n"):gsub("%s+$", ""))
end

local function above_menu(view, row)
  while row > 0 and (view:blank(row - 1) or view:row(row - 1):find("^/%S")) do row = row - 1 end
  return row
end

-- The composer in the form that the rules expect: { top, bottom, above, kind, draft }.
function plain.composer(view)
  local prompt = prompt_row(view)
  if not prompt or asks_for_number(view) then return nil end
  local first = status_rows(view, prompt)
  if first == prompt and not memory.is_plain then return nil end
  local draft = draft_of(view, prompt)
  if draft:find("^/") then first = above_menu(view, first) end
  return {
    top = prompt - 1,
    bottom = view.last + 1,
    first = prompt,
    last = view.last,
    above = first - 1,
    kind = "prompt",
    draft = draft,
    empty = draft == "",
    plain = true,
  }
end

function plain.footer(view, composer)
  local found = { lines = {} }
  for at = composer.above + 1, composer.top do
    local row = view:row(at)
    found.mode = found.mode or footer.mode(row)
    if row:find("esc to interrupt", 1, true) then found.interruptible = at end
    found.lines[#found.lines + 1] = row
  end
  return found
end

-- Turns

local speakers = { "you: ", "claude: ", "tool: ", "tool error: " }

local function speaks(row) return text.starts(row, speakers) end

local function find_echo(view, last)
  for at = last, 0, -1 do
    if text.starts(view:row(at), "you: ") then return at end
  end
end

-- A shorter fragment does not identify a prompt.
local least_part = 20

-- Returns the row of the last prompt. An answer may have rows like it, so the submitted prompt, or its beginning, takes
-- precedence.
local function find_prompt(view, last)
  local prompt, at = turns.prompt_on_screen(), find_echo(view, last)
  local first = at
  while prompt and at do
    local words = view:row(at):sub(6):gsub("%s+", "")
    if prompt:sub(1, #words) == words and #words >= math.min(#prompt, least_part) then return at end
    at = find_echo(view, at - 1)
  end
  return first
end

local function block(row, line) return { row = row, lines = { line } } end

-- Outcomes of a question, in a row that begins with a bullet, or is nothing else. The answers are below it.
local outcomes = {
  "User answered Claude's questions", "Answered Claude's questions", "User declined",
  "Declined to answer Claude's questions", "User approved Claude's plan", "Approved Claude's plan",
}

local function outcome_of(row)
  local words = row:match("^●\194\160%s*(.*)$") or row:match("^●  +(.*)$")
  if not words and version.facts().unmarked and row:find("Claude's %l+:?$") then words = row end
  return words and text.starts(words, outcomes)
end

local function is_of_outcome(row) return row:find("^%s*⎿") ~= nil or row:find("^%s*·") ~= nil end

-- Returns the block that a row continues. Below an outcome that has ended, rows continue the block before it. After an
-- approved plan, the plan continues until the next speaker.
local function block_for(list, row)
  local last = list[#list]
  if not last or not last.own or last.of_plan then return last end
  last.ended = last.ended or not is_of_outcome(row)
  return last.ended and list[#list - 1] or last
end

-- Parses "Bash (touch made.txt)", which may take several rows.
local function call(at, words)
  local one = block(at, (words:gsub(" %(", "(", 1)))
  one.open = words:find("%(") ~= nil and not words:find("%)$")
  one.result = {}
  return one
end

local most_rows_of_call = 4

-- Whether a row continues a call. A status of the program ends in an ellipsis.
local function goes_on_with_call(one, row)
  if not one.open or #one.lines >= most_rows_of_call or row:find("^%u[%a ]+…$") then return false end
  one.open = not row:find("%)$")
  return true
end

local function add(list, view, at)
  local row = view:row(at)
  local speaker = speaks(row)
  local current = speaker and list[#list] or block_for(list, row)
  if speaker == "claude: " then
    list[#list + 1] = block(at, row:sub(#speaker + 1))
  elseif speaker == "tool: " or speaker == "tool error: " then
    list[#list + 1] = call(at, row:sub(#speaker + 1))
  elseif outcome_of(row) then
    list[#list + 1] = block(at, row)
    list[#list].own = true
    list[#list].of_plan = outcome_of(row):find("plan$") ~= nil
  elseif row:find("^Interrupted") then
    current = list[#list] or block(at, "")
    current.stopped = true
    list[math.max(1, #list)] = current
  elseif current then
    local lines = goes_on_with_call(current, row) and current.lines or current.result or current.lines
    lines[#lines + 1] = row
  end
end

-- The last row above the composer: "Cogitated for 0s · done 12:40 PM" after a turn, "Puttering…" during one.
local function activity_above(view, from, last)
  for at = last, from, -1 do
    local row = view:row(at)
    local taken = row:match("^%u%S+ for %d[%d hms]*")
    if taken and not row:find("^Thought") then return { kind = "done", row = at, words = row } end
    if row:find("[Rr]etrying in %d") then
      return { kind = "retry", row = at, words = row, retry_after_s = tonumber(row:match("in (%d+)")) }
    end
    if row:find("^%u%S+…") and not text.starts(row, "Waiting") then return { kind = "spinner", row = at, words = row } end
    if not row:find("^Tip: ") then return nil end
  end
end

-- Returns the visible part of an answer whose prompt has scrolled off.
local function tail_of(view, last)
  local lines = {}
  for at = 0, last do
    local row = view:row(at)
    if row ~= "" and not text.starts(row, { "tool: ", "tool error: " }) then
      lines[#lines + 1] = (row:gsub("^claude: ", ""))
    end
  end
  return #lines > 0 and table.concat(lines, "\n") or nil
end

-- A dialog is not part of the turn. The output of a command begins with a separate row.
local function last_of(view, composer, panel)
  if composer then return composer.above end
  if panel and find_echo(view, panel.top - 1) then return panel.top - 1 end
  return view.last
end

function plain.turn(view, composer, panel)
  local last = last_of(view, composer, panel)
  local echo = find_prompt(view, last)
  local from = echo and echo + 1 or 0
  local activity = activity_above(view, from, last)
  local blocks = {}
  for at = from, activity and activity.row - 1 or last do
    if view:row(at) ~= "" then add(blocks, view, at) end
  end
  local tail = not echo and not announced(view) and tail_of(view, activity and activity.row - 1 or last) or nil
  return {
    tail = tail,
    tail_row = tail and last,
    echo = echo and { row = echo, kind = "prompt", text = view:row(echo):sub(6), following = from } or nil,
    from = from,
    top = last + 1,
    blocks = echo and blocks or {},
    activity = activity,
    anchor = activity and activity.row,
    whole = echo ~= nil,
    queued = {},
  }
end

-- Dialogs. Parses "1. Red — Warm" or "y. Yes, I trust this folder".
local function choice(view, row)
  local sign, label = view:row(row):match("^(%w+)%. (.+)$")
  local index = tonumber(sign)
  if not sign or (not index and #sign > 1) then return nil end
  local words, description = label:match("^(.-) — (.+)$")
  return {
    index = index,
    key = not index and sign or nil,
    label = words or label,
    description = description,
    row = row,
    col = 0,
    selected = false,
  }
end

-- Reads from the row of the cursor up to the first option.
local function options_above(view, row)
  local list = {}
  for at = row - 1, 0, -1 do
    local option = choice(view, at)
    if not option and list[1] and list[1].key then return list end
    if option and (not list[1] or option.key or option.index == list[1].index - 1) then
      table.insert(list, 1, option)
      if option.index == 1 then return list end
    end
  end
  return {}
end

local headings = { "Permission Required: ", "Question: " }

local function heading_above(view, row)
  for at = row, 0, -1 do
    local heading = text.starts(view:row(at), headings)
    if heading then return at, heading end
    if speaks(view:row(at)) then return at + 1, "" end
  end
  return 0, ""
end

-- A page follows the command that opened it. Its last row says how to close it.
local function page(view)
  local echo = find_echo(view, view.last)
  if not echo or echo >= view.last or not view:row(view.last):find("%f[%a]Esc ") then return nil end
  return {
    kind = "plain",
    top = echo,
    first = echo + 1,
    last = view.last,
    title_row = echo + 1,
    title = view:row(echo + 1),
    heading = "",
    options = {},
    hint = view:row(view.last),
  }
end

-- A dialog asks for a number or a letter in the row of the cursor.
function plain.panel(view)
  local row = view.cursor.row
  local typed = view:row(row):match("^%u[^:]+:%s*(%w*)$")
  local options = typed and options_above(view, row) or {}
  if #options == 0 then return page(view) end
  local first = options[1].row
  local top, heading = heading_above(view, first - 1)
  return {
    kind = "plain",
    top = top - 1,
    first = top,
    last = view.last,
    title_row = top,
    title = view:row(top):sub(#heading + 1),
    heading = heading,
    asks = heading == "Question: ",
    options = options,
    question = { from = first - 1, to = first - 1, text = view:row(first - 1) },
    hint = view.last > row and view:row(view.last) or "",
    types = true,
    typed = typed,
  }
end

return plain
