-- Resolves an option of a dialog by its number, its text or its meaning.

local acting = require "acting"
local permission = require "permission"

local text = ptywright.text

local meant = {}

-- Lists all options for an error message.
function meant.names(options)
  local list = {}
  for at, option in ipairs(options) do list[at] = ("%d. %s"):format(option.index or at, option.label) end
  return table.concat(list, ", ")
end

-- Returns the first option with one of the meanings, in the order of `requested`.
function meant.by_meaning(options, requested)
  for _, meaning in ipairs(requested) do
    for _, option in ipairs(options) do
      if option.meaning == meaning then return option end
    end
  end
end

local function filter(options, fits)
  local found = {}
  for _, option in ipairs(options) do
    if fits(option) then found[#found + 1] = option end
  end
  return found
end

-- Returns the options with exactly this label.
function meant.labelled(options, label)
  return filter(options, function(option) return option.label == label end)
end

local function only(found, requested)
  if #found > 1 then acting.refuse("%q could be several choices: %s", requested, meant.names(found)) end
  return found[1]
end

local function by_number(options, number)
  for at, option in ipairs(options) do
    if (option.index or at) == number then return option end
  end
end

-- A No never selects a Yes. A plain Yes never selects one that lasts or does more.
local function may_mean(option, requested)
  local meaning, other = permission.meaning(requested), option.meaning or ""
  if meaning == "no" then return not text.starts(other, "yes") end
  return meaning ~= "yes" or not text.starts(other, "yes_and_")
end

-- Whether a label begins with the words and the words end at a word boundary.
local function begins(label, words)
  if not text.starts(label, words) then return false end
  local edge = words:sub(-1) .. label:sub(#words + 1, #words + 1)
  return edge:find("^[%w\128-\255][%w\128-\255]$") == nil
end

local function by_words(options, label)
  local requested = text.lower(text.squeeze(label))
  local whole = filter(options, function(option) return text.lower(option.label) == requested end)
  if whole[1] then return only(whole, label) end
  local function fits(option) return begins(text.lower(option.label), requested) and may_mean(option, requested) end
  return only(filter(options, fits), label)
end

-- Returns the option for a number or text. A number may also be the label of an option.
function meant.option(options, requested)
  if type(requested) == "number" then return by_number(options, requested) end
  local number = tonumber(requested)
  return only(meant.labelled(options, requested), requested)
    or number and by_number(options, number)
    or by_words(options, requested)
end

return meant
