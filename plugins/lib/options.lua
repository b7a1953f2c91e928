-- The options of a dialog: what they mean, and which one a client requests by its number, its text or its meaning.
-- An option is { index?, label, row, selected, checked?, description?, meaning? }.

local text = ptywright.text

local options = {}

-- Beginnings of a plain Yes. A Yes with an unknown addition counts as a Yes that lasts.
local plain = {
  "yes, proceed",
  "yes, i ",
  "yes, enter plan mode",
  "yes, manually",
  "yes, and manually approve",
  "yes, allow once",
}

local modes = { "switch to", "auto mode", "accept edits", "auto-accept", "bypass" }

-- Returns the meaning of a label: yes, yes_and_tell, yes_and_switch_mode, yes_and_remember, no, or tell.
function options.meaning(label)
  local words = text.lower(label)
  if words:find("^no%f[%A]") then return "no" end
  if not words:find("^yes%f[%A]") then return "tell" end
  if words == "yes" or text.starts(words, plain) then return "yes" end
  if text.starts(words, "yes, and tell ") then return "yes_and_tell" end
  if text.has(words, modes) then return "yes_and_switch_mode" end
  return "yes_and_remember"
end

-- Lists all options for an error message.
function options.names(list)
  local names = {}
  for at, option in ipairs(list) do names[at] = ("%d. %s"):format(option.index or at, option.label) end
  return table.concat(names, ", ")
end

function options.selected(list)
  for _, option in ipairs(list) do
    if option.selected then return option end
  end
end

-- Returns the first option with one of the meanings, in the order of `requested`.
function options.by_meaning(list, requested)
  for _, meaning in ipairs(requested) do
    for _, option in ipairs(list) do
      if option.meaning == meaning then return option end
    end
  end
end

local function filter(list, fits)
  local found = {}
  for _, option in ipairs(list) do
    if fits(option) then found[#found + 1] = option end
  end
  return found
end

-- Returns the options with exactly this label.
function options.labelled(list, label)
  return filter(list, function(option) return option.label == label end)
end

local function only(found, requested)
  if #found > 1 then error(("%q could be several choices: %s"):format(requested, options.names(found)), 0) end
  return found[1]
end

local function by_number(list, number)
  for at, option in ipairs(list) do
    if (option.index or at) == number then return option end
  end
end

-- A No never selects a Yes. A plain Yes never selects one that lasts or does more.
local function may_mean(option, requested)
  local meaning, other = options.meaning(requested), option.meaning or ""
  if meaning == "no" then return not text.starts(other, "yes") end
  return meaning ~= "yes" or not text.starts(other, "yes_and_")
end

-- Whether a label begins with the words and the words end at a word boundary.
local function begins(label, words)
  if not text.starts(label, words) then return false end
  local edge = words:sub(-1) .. label:sub(#words + 1, #words + 1)
  return edge:find("^[%w\128-\255][%w\128-\255]$") == nil
end

local function by_words(list, label)
  local requested = text.lower(text.squeeze(label))
  local whole = filter(list, function(option) return text.lower(option.label) == requested end)
  if whole[1] then return only(whole, label) end
  local function fits(option) return begins(text.lower(option.label), requested) and may_mean(option, requested) end
  return only(filter(list, fits), label)
end

-- Returns the option for a number or text, or nil. A number may also be the label of an option. An ambiguous text is
-- refused.
function options.find(list, requested)
  if type(requested) == "number" then return by_number(list, requested) end
  local number = tonumber(requested)
  return only(options.labelled(list, requested), requested)
    or number and by_number(list, number)
    or by_words(list, requested)
end

-- The options as clients get them: without screen positions.
function options.metadata(list)
  local found = {}
  for at, option in ipairs(list) do
    found[at] = {
      index = option.index or at,
      label = option.label,
      description = option.description,
      selected = option.selected or nil,
      checked = option.checked,
      preview = option.preview,
      meaning = option.meaning,
    }
  end
  return found
end

return options
