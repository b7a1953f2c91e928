-- Reads the last turn on the screen: the prompt, the answer, the tools, and how it ended.

local activity = require "activity"
local colours = require "colours"
local composer = require "composer"
local memory = require "memory"
local sentences = require "sentences"
local version = require "version"

local screen, text = ptywright.screen, ptywright.text

local turn = {}

local carets = composer.kinds

-- Beginnings of a result that says that the user ended the turn.
local by_user = { "Interrupted", "User rejected", "Rejected", "User declined", "Declined" }

local elbow = "  ⎿"

-- Most rows are not results. The byte check avoids copying them.
local function result_of(row)
  if row:byte(3) ~= 226 or row:sub(1, #elbow) ~= elbow then return nil end
  return (row:sub(#elbow + 1):gsub("\194\160", " "):gsub("^ +", ""))
end

-- A prompt has a background colour from the left edge on. This includes its blank rows, also when its beginning has
-- scrolled off. An answer has no background colour.
local function is_on_ground(row, column) return screen.style_at(row, column).bg ~= nil end

-- A row in the middle of a prompt may begin like a prompt.
local function is_prompt(view, at)
  local kind = carets[view:glyph(at) or ""]
  if not kind or at > 0 and is_on_ground(at - 1, 0) and is_on_ground(at, 0) then return nil end
  return not activity.is_queued(view, at) and view:behind(at) ~= "" and kind or nil
end

-- A queued prompt has the colour of its caret, before and after a row says that it is queued.
local function is_pale(at)
  local fg = screen.style_at(at, 2).fg
  return fg ~= nil and fg == screen.style_at(at, 0).fg
end

-- Returns the last sent prompt: a caret at column 0 with indented rows below it. If all prompts are pale, none is
-- queued.
local function find_echo(view, top)
  local last, kind
  for _, at in ipairs(view:signs()) do
    local found = at < top and is_prompt(view, at)
    if found and not is_pale(at) then return at, found end
    if found and not last then last, kind = at, found end
  end
  return last, kind
end

local function is_of_echo(view, at)
  return is_on_ground(at, 0) or not view:blank(at) and not view:glyph(at) and not result_of(view:row(at))
end

-- Some versions redraw the whole prompt repeatedly. Until that ends, nothing is below it.
local function remember(lines, view, top)
  if top <= view.last then memory.prompt_lines = lines end
end

-- Reads the rows of a prompt from the given row to its end.
local function read_rows(view, from, top)
  local lines, at = {}, from
  while at < top and is_of_echo(view, at) do
    lines[#lines + 1] = text.trim(view:row(at))
    at = at + 1
  end
  return lines, at
end

local function words_of(lines) return text.trim(table.concat(lines, "\n")) end

-- Returns how many rows from `from` on equal the rows of the other list from `to` on. The last row may be partly drawn.
local function alike(one, from, other, to)
  local count = 0
  while from + count <= #one and to + count <= #other do
    local here, there = one[from + count], other[to + count]
    if here ~= there and (to + count < #other or here:sub(1, #there) ~= there) then break end
    count = count + 1
  end
  return count
end

-- Whether a list continues with the other: from some row on, both are equal as far as they go. One row is not enough.
local function goes_on_with(one, other)
  local to = 1
  while other[to] == "" do to = to + 1 end
  for from = 1, other[to] and #one or 0 do
    local count = alike(one, from, other, to)
    if to + count > #other or count > 1 and from + count > #one then return true end
  end
  return false
end

-- Reads a prompt whose beginning has scrolled off. If it matches the known prompt, it is reported as that prompt.
local function read_cut_echo(view, top)
  if not is_on_ground(0, 0) or version.in_banner(view) then return nil end
  local lines, following = read_rows(view, 0, top)
  local prompt = memory.prompt_lines
  local is_known = words_of(lines) == "" or goes_on_with(prompt, lines) or goes_on_with(lines, prompt)
  if not is_known then remember(lines, view, top) end
  return { row = 0, kind = "prompt", text = words_of(memory.prompt_lines), following = following, cut = true }
end

local function read_echo(view, top)
  local row, kind = find_echo(view, top)
  if not row then return read_cut_echo(view, top) end
  local lines, following = read_rows(view, row + 1, top)
  table.insert(lines, 1, view:behind(row))
  remember(lines, view, top)
  return { row = row, kind = kind, text = words_of(lines), following = following }
end

-- Rows of the program are coloured, and text of the model is not. If not even a prompt is coloured, colours are off.
local function is_coloured(row, echo)
  if screen.style_at(row, 5).fg then return true end
  return not (echo and next(screen.style_at(echo.row, 0)))
end

-- A row directly above a result is a call, even when its bullet is blinked off. An interruption is not a call.
local function calls(view, at, echo)
  local result = result_of(view:row(at + 1))
  return result and view:blank(at - 1) and is_coloured(at + 1, echo) and not text.starts(result, by_user)
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

-- An interruption by the user is not a result of the call.
local function add_result(block, result, at, echo)
  if text.starts(result, by_user) and is_coloured(at, echo) then
    block.stopped = true
    return
  end
  if not block.result then block.result, block.result_row = {}, at end
  block.result[#block.result + 1] = result
end

local frames = { ["╭"] = true, ["│"] = true, ["╰"] = true, ["▐"] = true }

-- In the first versions, wrapped text continues at the left edge.
local function goes_on(view, at, glyph)
  if not version.facts().wraps then return false end
  if screen.wrapped(at, at) then return true end
  return not (activity.is_bullet(glyph) or carets[glyph] or frames[glyph] or activity.read(view, at))
end

-- An answer has no results, except for an interruption below it.
local function is_result_of(block, result, at, echo)
  if not (block and block.is_text) then return true end
  return text.starts(result, by_user) ~= nil and is_coloured(at, echo)
end

-- The bullet of a running tool blinks. While it is off, a blank has its colour.
local function is_bullet_out(view, at)
  return view:row(at):find("^  %S") ~= nil and view:blank(at - 1) and colours.are_of_others(screen.style_at(at, 0).fg)
end

local function begin_block(view, at, glyph, blocks)
  if glyph and not activity.is_bullet(glyph) then return nil end
  local block = new_block(blocks, at, glyph and view:behind(at) or text.trim(view:row(at)))
  local fg = screen.style_at(at, 0).fg
  -- Text that looks like an error has its colour in the whole row.
  block.foreign = colours.are_of_others(fg) and (colours.is_grey(fg) or screen.style_at(at, 2).fg ~= fg)
  -- The outcome of a question has the colour of text, and a no-break space after the bullet. A refused one may be grey.
  block.own = glyph ~= nil and (view:row(at):sub(#glyph + 1, #glyph + 2) == "\194\160"
    or colours.is_grey(fg) and text.starts(view:behind(at), "Declined to answer ") ~= nil)
  block.is_text = colours.are_of_words(fg) and not block.own
  -- Versions before 2.1.112 put the bullet of a tool before the sentence.
  local words = block.lines[1]
  block.folded = fg ~= nil and not block.is_text and sentences.has_bullet(words)
  return block
end

-- Returns the blocks of an answer. Each begins with a bullet or a call. `is_text`: it has the bullet of text, so it
-- contains no calls or results. `foreign`: it has the bullet of something else. `folded`: finished tools.
local function blocks_between(view, from, to, echo)
  local blocks, block, above = {}, nil, view:row(from - 1)
  for at = from, to do
    local row, glyph = view:row(at), view:glyph(at)
    local is_apart = above == "" and row ~= "" and not glyph
    local result = not glyph and result_of(row)
    if glyph and block and goes_on(view, at, glyph) then
      add(block, "  " .. row)
    elseif glyph or is_apart and is_bullet_out(view, at) then
      block = begin_block(view, at, glyph, blocks)
    elseif result and is_result_of(block, result, at, echo) then
      block = block or new_block(blocks, at, "")
      add_result(block, result, at, echo)
    elseif is_apart and (calls(view, at, echo) or sentences.is_folded(view, at)) then
      block = new_block(blocks, at, text.trim(row))
      block.folded = sentences.is_folded(view, at)
    elseif block then
      add(block, row)
    end
    above = row
  end
  return blocks
end

-- Returns the visible part of an answer above the first bullet, when its beginning has scrolled off, and its last row.
local function tail_of(view, last)
  local lines, row = {}, -1
  for at = 0, last do
    local glyph = view:glyph(at)
    if glyph and not goes_on(view, at, glyph) or result_of(view:row(at)) or calls(view, at) then break end
    if sentences.is_folded(view, at) or is_bullet_out(view, at) then break end
    lines[#lines + 1] = glyph and view:row(at) or view:row(at):sub(3)
    row = at
  end
  while lines[1] == "" do table.remove(lines, 1) end
  while lines[#lines] == "" do table.remove(lines) end
  if #lines == 0 then return nil end
  return table.concat(lines, "\n"), row
end

-- Returns queued prompts: with a row that says so, or indented directly above the composer.
local function queued(view, from, to)
  local list = {}
  for _, at in ipairs(view:signs()) do
    if at >= from and at <= to and activity.is_queued(view, at) then table.insert(list, 1, view:behind(at)) end
  end
  local at = to
  local indented = at > from and text.starts(view:row(at), { "  ❯ ", "  > " })
  while indented and at > from and text.starts(view:row(at), indented) do
    table.insert(list, 1, view:row(at):sub(#indented + 1))
    at = at - 1
  end
  return list
end

-- Whether a row is isolated and begins where text does, in the grey of the program.
local function is_grey_heading(view, at)
  return view:row(at):find("^  %S") ~= nil and view:blank(at - 1) and colours.is_grey(screen.style_at(at, 2).fg)
end

-- At rest, some versions show the task list below the answer, with a grey heading that begins in bold.
local function heading_of_list(view, top)
  for at = top - 1, 1, -1 do
    if view:glyph(at) then return nil end
    if is_grey_heading(view, at) and screen.style_at(at, 2).bold then return at end
  end
end

-- Skips notes directly above the composer: prompts with a background colour, a grey row at the place of a spinner, and
-- rows with more indent than text.
local function without_notes(view, last)
  local at = last
  while at > 0 and view:row(at):find("^  ") and is_on_ground(at, 2) do at = at - 1 end
  if at == last and is_grey_heading(view, at) and not sentences.is_folded(view, at) then at = at - 1 end
  if at == last then return last end
  while at > 0 and (view:blank(at) or #view:row(at):match("^ *") > view.cols // 2) do at = at - 1 end
  return at
end

-- Returns the last row of the answer. Excludes the spinner and a task list.
local function last_of(view, top, found_activity, anchor)
  if found_activity then return anchor - 1 end
  return (heading_of_list(view, top) or without_notes(view, top - 1) + 1) - 1
end

-- Returns where an answer may begin: below the prompt, or below the banner, whose logo moves.
local function beginning(view, echo)
  if echo then return echo.following, false end
  local numbers, row = version.in_banner(view)
  if not numbers then return 0, false end
  while row < view.last and not view:blank(row) do row = row + 1 end
  return row, true
end

-- Returns { echo, blocks, tail, activity, anchor, queued, whole (its beginning is visible), unbegun (notes are below
-- the banner, without a prompt) }. `top` is the row below the turn.
function turn.of(view, top)
  local found_activity, anchor = activity.above(view, top)
  local echo = read_echo(view, top)
  local from, is_below_banner = beginning(view, echo)
  local last = last_of(view, top, found_activity, anchor)
  if echo and echo.kind == "prompt" then colours.learn(screen.style_at(echo.row, 2).fg) end
  local blocks = blocks_between(view, from, last, echo)
  local tail, tail_row
  if not echo and not is_below_banner then tail, tail_row = tail_of(view, last) end
  return {
    tail = tail,
    tail_row = tail_row,
    echo = echo,
    from = from,
    top = top,
    blocks = blocks,
    activity = found_activity,
    anchor = anchor,
    whole = echo ~= nil,
    unbegun = is_below_banner,
    queued = queued(view, from, top - 1),
  }
end

function turn.last_block(found) return found.blocks[#found.blocks] end

-- Whether the program says that the result of a call is pending.
function turn.waits_for(found, block)
  return not block.result_row or is_coloured(block.result_row, found.echo)
end

-- Whether the user at the keyboard interrupted the turn.
function turn.interrupted(found)
  local block = turn.last_block(found)
  if not block or (found.activity and found.activity.kind ~= "done") then return false end
  if block.stopped or block.lines[1] == "User declined to answer questions" then return true end
  return block.result ~= nil and text.starts(block.lines[1], by_user) ~= nil
end

-- Whether any part of a turn is visible: a prompt that is not a local command, an answer, or an end. Below a banner
-- without a prompt there are only notes. But some versions lose the prompt of a turn that has `begun`.
function turn.answered(found, begun)
  if found.unbegun and not begun then return false end
  for _, block in ipairs(found.blocks) do
    if block.lines[1] ~= "" then return true end
  end
  return found.activity ~= nil and found.activity.kind == "done"
end

function turn.is_local(found)
  if not found.echo or found.echo.cut or turn.answered(found) then return false end
  return found.echo.text:find("^/") ~= nil or found.echo.kind ~= "prompt"
end

return turn
