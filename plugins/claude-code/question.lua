-- Reads the questions that the model asks (AskUserQuestion): one or several, each with options, some with checkboxes.

local identity = require "lib/identity"
local options = require "lib/options"
local panel = require "panel"

local text = ptywright.text

local question = {}

-- Parses "← ☐ Database ☒ Features ✔ Submit →", or a single tab.
local function tabs(view, row)
  local list = {}
  local words = view:row(row):gsub("←", ""):gsub("→", "") .. "  "
  for mark, label in words:gmatch("(\226[\152\156][\144\146\148]) (.-)  ") do
    list[#list + 1] = { label = label, answered = mark == "☒" or nil, submits = mark == "✔" or nil }
  end
  return list
end

function question.is(view, found)
  if found.kind == "plain" then return found.asks end
  -- If the tabs have scrolled off, the hint identifies the dialog. No other dialog has this hint.
  if found.kind == "cut" then return found.hint:find("^Enter to select") ~= nil end
  if found.kind ~= "lines" then return false end
  return panel.tabs_below(view, found.top) ~= nil or (found.title == "Review your answers" and found.selected ~= nil)
end

local function text_above(view, found, row)
  local first = found.options[1]
  local words = first and view:block(row + 1, first.row - 1) or ""
  return text.squeeze(found.kind == "plain" and words:gsub("%f[^\n%z]> ", "") or words)
end

-- Options that lead elsewhere than to an answer.
local others = {
  ["Type something"] = "other", ["Type something."] = "other", ["Other"] = "other",
  ["Chat about this"] = "chat",
  ["Submit"] = "submit",
}

local function mark(options)
  local several = false
  for _, option in ipairs(options) do
    option.meaning = others[option.label] or "answer"
    if option.checked ~= nil then several = true end
    if option.description == "Submit" then option.description = nil end
  end
  return several
end

function question.of(view, found)
  local row = panel.tabs_below(view, found.top) or found.title_row
  local several = mark(found.options)
  local words = text_above(view, found, row)
  local answers = options.metadata(found.options)
  return {
    question = { text = words, multi_select = several, options = answers, tabs = tabs(view, row) },
    dialog_id = identity.hash("question:" .. words .. ":" .. identity.of_choices("question", found.options)),
  }
end

return question
