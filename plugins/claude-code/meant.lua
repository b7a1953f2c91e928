-- Which choice of a dialog is meant: by its number, by its words, or by what it means.

local acting = require "acting"
local permission = require "permission"

local text = ptywright.text

local meant = {}

-- All choices, as a refusal names them.
function meant.names(options)
  local list = {}
  for at, option in ipairs(options) do list[at] = ("%d. %s"):format(option.index or at, option.label) end
  return table.concat(list, ", ")
end

-- The first choice with the first of several meanings that any has.
function meant.by_meaning(options, wanted)
  for _, meaning in ipairs(wanted) do
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

-- Those that are called so, letter for letter.
function meant.labelled(options, label)
  return filter(options, function(option) return option.label == label end)
end

local function only(found, wanted)
  if #found > 1 then acting.refuse("%q could be several choices: %s", wanted, meant.names(found)) end
  return found[1]
end

local function by_number(options, number)
  for at, option in ipairs(options) do
    if (option.index or at) == number then return option end
  end
end

-- Whoever says No means no Yes, and whoever says Yes alone means none that lasts or does more.
local function may_mean(option, wanted)
  local meaning, other = permission.meaning(wanted), option.meaning or ""
  if meaning == "no" then return not text.starts(other, "yes") end
  return meaning ~= "yes" or not text.starts(other, "yes_and_")
end

-- Whether a label begins with words that end where a word of it does.
local function begins(label, words)
  if not text.starts(label, words) then return false end
  local edge = words:sub(-1) .. label:sub(#words + 1, #words + 1)
  return edge:find("^[%w\128-\255][%w\128-\255]$") == nil
end

local function by_words(options, label)
  local wanted = text.lower(text.squeeze(label))
  local whole = filter(options, function(option) return text.lower(option.label) == wanted end)
  if whole[1] then return only(whole, label) end
  local function fits(option) return begins(text.lower(option.label), wanted) and may_mean(option, wanted) end
  return only(filter(options, fits), label)
end

-- The choice that a number or words stand for; a number may be what a choice is called.
function meant.option(options, wanted)
  if type(wanted) == "number" then return by_number(options, wanted) end
  local number = tonumber(wanted)
  return only(meant.labelled(options, wanted), wanted)
    or number and by_number(options, number)
    or by_words(options, wanted)
end

return meant
