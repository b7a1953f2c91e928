-- The last turn as the screen shows it: the prompt, the answer, the tools, and how it ended.

local activity = require "activity"
local version = require "version"

local screen, text = ptywright.screen, ptywright.text

local turn = {}

local carets = { ["❯"] = "prompt", [">"] = "prompt", ["!"] = "shell", ["#"] = "memory" }

-- How a result begins that says who has ended the turn.
local by_user = { "Interrupted", "User rejected", "Rejected", "User declined", "Declined" }

local elbow = "  ⎿"

-- Most rows are none: what begins otherwise costs no pattern.
local function result_of(row)
  if row:sub(1, #elbow) ~= elbow then return nil end
  return (row:sub(#elbow + 1):gsub("\194\160", " "):gsub("^ +", ""))
end

-- The last prompt that was sent: a caret at column 0, and what is indented below it.
local function find_echo(view, top)
  for at = top - 1, 0, -1 do
    local kind = carets[view:glyph(at) or ""]
    if kind and not activity.is_queued(view, at) and view:behind(at) ~= "" then return at, kind end
  end
end

local function read_echo(view, top)
  local row, kind = find_echo(view, top)
  if not row then return nil end
  local lines, at = { view:behind(row) }, row + 1
  while at < top and not view:blank(at) and not view:glyph(at) and not result_of(view:row(at)) do
    lines[#lines + 1] = text.trim(view:row(at))
    at = at + 1
  end
  return { row = row, kind = kind, text = table.concat(lines, "\n"), following = at }
end

-- A row that is followed by a result without a blank row between them is what was called, also while its bullet is
-- out. What was interrupted is no call.
local function calls(view, at)
  local result = view:blank(at - 1) and result_of(view:row(at + 1))
  return result and not text.starts(result, by_user)
end

local function new_block(blocks, row, line)
  local block = { row = row, lines = { line }, result = nil }
  blocks[#blocks + 1] = block
  return block
end

local function add(block, row)
  if block.stopped then return end
  local list = block.result or block.lines
  list[#list + 1] = row:sub(block.result and 6 or 3)
end

-- The program's own rows are in a colour, and the words of the model are not. Where not even a prompt has a colour,
-- there are none.
local function is_coloured(row, echo)
  if screen.style_at(row, 5).fg then return true end
  return not (echo and next(screen.style_at(echo.row, 0)))
end

-- That the user has stopped it is no result of what was called.
local function add_result(block, result, at, echo)
  if text.starts(result, by_user) and is_coloured(at, echo) then
    block.stopped = true
    return
  end
  if not block.result then block.result, block.result_row = {}, at end
  block.result[#block.result + 1] = result
end

-- Blocks of an answer: each begins with a bullet, or with what is called.
local function blocks_between(view, from, to, echo)
  local blocks, block = {}, nil
  for at = from, to do
    local row, glyph = view:row(at), view:glyph(at)
    local result = result_of(row)
    if glyph then
      block = activity.is_bullet(glyph) and new_block(blocks, at, view:behind(at)) or nil
    elseif result then
      block = block or new_block(blocks, at, "")
      add_result(block, result, at, echo)
    elseif row ~= "" and calls(view, at) then
      block = new_block(blocks, at, text.trim(row))
    elseif block then
      add(block, row)
    end
  end
  return blocks
end

-- Prompts that wait for their turn: with a row that says so, or indented right above the composer.
local function queued(view, from, to)
  local list = {}
  for at = from, to do
    if activity.is_queued(view, at) then list[#list + 1] = view:behind(at) end
  end
  local at = to
  local indented = at > from and text.starts(view:row(at), { "  ❯ ", "  > " })
  while indented and at > from and text.starts(view:row(at), indented) do
    table.insert(list, 1, view:row(at):sub(#indented + 1))
    at = at - 1
  end
  return list
end

-- The end of the answer: what stands in the spinner's place is no part of it.
local function last_of(view, top, seen, anchor)
  if seen then return anchor - 1 end
  return top - 1
end

-- { echo, blocks, activity, anchor, queued, whole (its beginning is on the screen), unbegun (notes stand below the
-- banner, and no prompt) }; `top` is the row below it.
function turn.of(view, top)
  local seen, anchor = activity.above(view, top)
  local echo = read_echo(view, top)
  local from = echo and echo.following or 0
  local blocks = blocks_between(view, from, last_of(view, top, seen, anchor), echo)
  return {
    echo = echo,
    from = from,
    top = top,
    blocks = blocks,
    activity = seen,
    anchor = anchor,
    whole = echo ~= nil,
    unbegun = echo == nil and version.in_banner(view) ~= nil,
    queued = queued(view, from, top - 1),
  }
end

function turn.last_block(found) return found.blocks[#found.blocks] end

-- A call whose result has yet to come, by the program's own word.
function turn.waits_for(found, block)
  return not block.result_row or is_coloured(block.result_row, found.echo)
end

-- Whether whoever sits at the keyboard has ended it.
function turn.interrupted(found)
  local block = turn.last_block(found)
  if not block or (found.activity and found.activity.kind ~= "done") then return false end
  if block.stopped or block.lines[1] == "User declined to answer questions" then return true end
  return block.result ~= nil and text.starts(block.lines[1], by_user) ~= nil
end

-- Whether anything of a turn is to be seen: a prompt that is no command of the program itself, an answer, an end.
function turn.answered(found)
  if found.unbegun then return false end
  for _, block in ipairs(found.blocks) do
    if block.lines[1] ~= "" then return true end
  end
  return found.activity ~= nil and found.activity.kind == "done"
end

function turn.is_local(found)
  return found.echo ~= nil and not turn.answered(found) and (found.echo.text:find("^/") ~= nil or found.echo.kind ~= "prompt")
end

return turn
