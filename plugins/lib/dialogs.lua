-- Dialogs with numbered options, as a rule of `ptywright.rules` reports them. A panel is { options, mark (its row),
-- title_row, heading, whole, last }.

local identity = require "lib/identity"
local options = require "lib/options"

local screen, text = ptywright.screen, ptywright.text

local dialogs = {}

-- Reads the options above a row. Their numbers count down to 1, so a row of the text above them is never taken for one.
-- option_in(row): the option of a row as { index, label, selected? }, or nil.
-- is_more(row): whether a row continues the label in the row above it, or the words that continue it.
function dialogs.options_above(row, option_in, is_more)
  local list, more = {}, ""
  for at = row, 0, -1 do
    local found, rest = option_in(at), is_more and is_more(at)
    if found and (not list[1] or found.index == list[1].index - 1) then
      found.row, found.label = at, text.squeeze(found.label .. more)
      table.insert(list, 1, found)
      more = ""
      if found.index == 1 then return list end
    elseif rest then
      more = " " .. text.trim(rest == true and screen.row(at) or rest) .. more
    elseif list[1] and screen.row(at) ~= "" then
      return nil
    end
  end
end

-- Reads the options of a question above a row. Also returns the row above them. Not all of them may be on the screen.
-- option_in(row): as above. describes(row): the words of a row that describes the option above it, or nil.
function dialogs.answers_above(row, option_in, describes)
  local list, words = {}, ""
  for at = row, 0, -1 do
    local found, described = option_in(at), describes(at)
    if found and (not list[1] or found.index == list[1].index - 1) then
      found.row, found.description = at, words ~= "" and text.squeeze(words) or nil
      table.insert(list, 1, found)
      words = ""
    elseif described then
      words = described .. " " .. words
    elseif list[1] then
      return list, at
    end
  end
end

-- Sets the meaning of each option. `meanings`: pairs of a meaning and beginnings of labels in lower case.
function dialogs.mean(list, meanings)
  for _, option in ipairs(list) do
    local words = text.lower(option.label)
    for _, one in ipairs(meanings or {}) do
      if not option.meaning and text.starts(words, one[2]) then option.meaning = one[1] end
    end
    option.meaning = option.meaning or options.meaning(option.label)
  end
end

function dialogs.panel(list, more)
  local mark = options.selected(list)
  more.options, more.mark = list, mark and mark.row
  return more
end

local function missing(ui)
  return not (ui.panel and ui.panel.options[1]) and { matched = false, why = "no dialog with options is open" }
end

-- Returns the rule for a permission. `body` of the panel: its text, if the rows contain anything else. request_of(panel): { tool, summary, cut, doubt } with everything that a Yes permits, or nil
-- and why it is none. If a part of it is not on the screen, the request is cut and has no summary.
function dialogs.permission(request_of)
  return function(ui)
    local panel = ui.panel
    local none = missing(ui)
    if none then return none end
    local request, why = request_of(panel)
    if not request or not options.by_meaning(panel.options, { "yes" }) then
      return { matched = false, why = why or "it is not about a tool" }
    end
    local first, last = panel.title_row, panel.options[1].row - 1
    local body = panel.body or text.trim(screen.text(first, last))
    local cut = request.cut or not panel.whole or nil
    return {
      rows = { first },
      evidence = panel.heading,
      metadata = {
        permission = {
          tool = request.tool,
          title = panel.whole and panel.heading or nil,
          summary = not cut and request.summary or nil,
          body = body,
          cut = cut,
          doubt = screen.uncertain(first, last) and "a row has characters of disputed width" or request.doubt,
          options = options.metadata(panel.options),
        },
        dialog_id = identity.permission(request.tool, request.summary, body),
      },
    }
  end
end

-- Returns the metadata of a dialog with choices. `fields`: what is known besides.
function dialogs.choices(field, panel, fields)
  fields.options = options.metadata(panel.options)
  return { [field] = fields, dialog_id = identity.of_choices(field, panel.options) }
end

-- Returns the rule for a dialog whose text has one of these words, in lower case.
function dialogs.about(words, field, kind)
  return function(ui)
    local none = missing(ui)
    if none then return none end
    local panel = ui.panel
    if not text.has(text.lower(screen.text(panel.title_row, panel.options[1].row - 1)), words) then
      return { matched = false, why = "its text is about something else" }
    end
    return {
      rows = { panel.title_row },
      evidence = "the text above the options",
      metadata = dialogs.choices(field, panel, { kind = kind }),
    }
  end
end

-- Returns the report of a question of the model. The panel has its words in `question`, and may have `tabs`. `several`:
-- whether it takes several answers.
function dialogs.question(panel)
  return {
    rows = { panel.title_row },
    evidence = panel.question,
    metadata = {
      question = {
        text = panel.question,
        multi_select = panel.several,
        tabs = panel.tabs,
        options = ptywright.json.array(options.metadata(panel.options)),
      },
      dialog_id = identity.of_choices(panel.question, panel.options),
    },
  }
end

function dialogs.asks_user(ui)
  local panel = ui.panel
  if not (panel and panel.question) then return { matched = false, why = "no question of the model is open" } end
  return dialogs.question(panel)
end

-- The rule for any other dialog. `unknown` of the panel: it may be part of a screen that is being drawn.
function dialogs.page(ui)
  local panel = ui.panel
  if not panel then return { matched = false, why = "no dialog is open" } end
  return {
    rows = { panel.last },
    evidence = "a dialog is open, and no composer",
    metadata = { screen = { title = panel.heading, options = options.metadata(panel.options) } },
    unknown = panel.unknown,
  }
end

-- Returns the rules about dialogs. `asks`: the rule for a permission.
function dialogs.rules(asks, trust, login)
  return {
    { name = "a question of the model", state = "waiting_for_user_input", when = dialogs.asks_user },
    { name = "a question about a tool", state = "waiting_for_permission", when = asks },
    { name = "a question about the folder", state = "waiting_for_trust", when = dialogs.about(trust, "trust", "folder") },
    { name = "a login", state = "waiting_for_login", when = dialogs.about(login, "login", "menu") },
    { name = "another dialog", state = "local_ui_screen", when = dialogs.page, confidence = 0.7 },
  }
end

return dialogs
