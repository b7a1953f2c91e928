-- Dialogs of Codex: a heading, what it is about, numbered options with a mark, and the keys in the last row.

local identity = require "lib/identity"
local options = require "lib/options"

local screen, text = ptywright.screen, ptywright.text

local dialogs = {}

local keys = { "press enter to confirm", "press enter to continue", "enter to select", "press enter to" }

-- Parses "› 1. Yes, proceed (y)". The key in brackets is not part of the label.
local function option_in(row)
  local marked = row:find("^› %d")
  local index, label = row:match(marked and "^› (%d+)%. (%S.*)$" or "^  (%d+)%. (%S.*)$")
  if not index then return nil end
  return { index = tonumber(index), label = (label:gsub(" %(%w+%)$", "")), selected = marked and true or nil }
end

-- Reads the options above a row, the last one first. Their numbers count down to 1, so a row of the text above them is
-- never taken for one.
local function options_above(row)
  local list, wrapped = {}, ""
  for at = row, 0, -1 do
    local line = screen.row(at)
    local found = option_in(line)
    if found and (not list[1] or found.index == list[1].index - 1) then
      found.row, found.label = at, text.squeeze(found.label .. wrapped)
      table.insert(list, 1, found)
      wrapped = ""
      if found.index == 1 then return list end
    elseif line:find("^     %S") then
      wrapped = " " .. text.trim(line) .. wrapped
    elseif line ~= "" then
      return nil
    end
  end
end

-- Returns the first row of the dialog: the rows of a dialog have a background.
local function top_of(row)
  local ground = screen.style_at(row, 0).bg
  if not ground then return nil end
  while row > 0 and screen.style_at(row - 1, 0).bg == ground do row = row - 1 end
  return row
end

-- Whether Codex has left out rows of a command that does not fit.
local function is_shortened(from, to)
  for at = from, to do
    if screen.row(at):find("^  %[… %d+ lines%]") then return true end
  end
  return false
end

function dialogs.read(ctx, last)
  if last < 3 or ctx.screen_cursor.visible then return nil end
  local hint = text.lower(text.trim(screen.row(last)))
  if not text.starts(hint, keys) then return nil end
  local list = options_above(last - 1)
  if not list then return { options = {}, title_row = last, last = last, heading = "" } end
  local mark = options.selected(list)
  local top = top_of(list[1].row - 1)
  local heading = top
  while heading and heading < list[1].row and screen.row(heading) == "" do heading = heading + 1 end
  for _, option in ipairs(list) do option.meaning = options.meaning(option.label) end
  return {
    options = list,
    mark = mark and mark.row,
    title_row = heading or list[1].row,
    heading = heading and text.trim(screen.row(heading)) or "",
    -- A dialog that fills the screen may begin above it.
    whole = top ~= nil and heading < list[1].row and screen.style_at(heading, 2).bold == true
      and not is_shortened(heading, list[1].row),
    last = last,
  }
end

-- Returns the command below the heading, without its indent.
local function command_of(panel)
  local lines, inside = {}, false
  for at = panel.title_row + 1, panel.options[1].row - 1 do
    local row = screen.row(at)
    if not inside and row:find("^  %$ ") then inside = true end
    if inside then lines[#lines + 1] = row:sub(5) end
  end
  while lines[#lines] == "" do lines[#lines] = nil end
  return table.concat(lines, "\n"), inside
end

function dialogs.asks_permission(seen)
  local panel = seen.panel
  if not panel or not panel.options[1] then return { matched = false, why = "no dialog with options is open" } end
  local heading = text.lower(panel.heading)
  local yes = options.by_meaning(panel.options, { "yes" })
  if not (yes and (heading:find("^would you like to ") or not panel.whole and not heading:find("trust"))) then return { matched = false, why = "it is not about a tool" } end
  local command, is_command = command_of(panel)
  local from, to = panel.title_row, panel.options[1].row - 1
  local body = text.trim(screen.text(from, to))
  local doubt = screen.uncertain(from, to) and "a row has characters of disputed width" or nil
  local cut = not panel.whole or nil
  local summary = is_command and command or body
  return {
    rows = { panel.title_row },
    evidence = panel.heading,
    metadata = {
      permission = {
        tool = is_command and "shell" or "edit",
        title = panel.whole and panel.heading or nil,
        summary = not cut and summary or nil,
        body = body,
        cut = cut,
        doubt = doubt,
        options = options.metadata(panel.options),
      },
      dialog_id = identity.permission("shell", summary, body),
    },
  }
end

local function about(pattern, field, kind)
  return function(seen)
    local panel = seen.panel
    if not panel or not panel.options[1] then return { matched = false, why = "no dialog with options is open" } end
    local body = text.lower(screen.text(0, panel.options[1].row - 1))
    if not body:find(pattern) then return { matched = false, why = "its text is about something else" } end
    local details = { kind = kind, options = options.metadata(panel.options) }
    return {
      rows = { panel.options[1].row },
      evidence = "the options are those of this question",
      metadata = { [field] = details, dialog_id = identity.of_choices(kind, panel.options) },
    }
  end
end

dialogs.asks_trust = about("do you trust", "trust", "folder")
dialogs.asks_login = about("sign in", "login", "menu")

function dialogs.is_page(seen)
  local panel = seen.panel
  if not panel then return { matched = false, why = "a composer has the cursor" } end
  return {
    rows = { panel.last },
    evidence = "the last row names the keys of a page",
    metadata = { screen = { title = panel.heading, options = options.metadata(panel.options) } },
  }
end

return dialogs
