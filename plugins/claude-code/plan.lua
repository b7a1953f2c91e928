-- Reads the dialogs of plan mode: the question whether to plan, and the plan that waits for approval.

local dialogs = require "lib/dialogs"
local identity = require "lib/identity"
local options = require "lib/options"

local text = ptywright.text

local plan = {}

function plan.enters(found) return text.starts(found.title, "Enter plan mode") ~= nil and #found.options > 0 end

function plan.entering(found)
  dialogs.mean(found.options)
  return dialogs.choices("enter_plan_mode", found, {})
end

-- Whether a plan waits for approval, by its title. If the title has scrolled off, the hint below the options identifies
-- it: how to edit the plan, in one or more rows.
function plan.waits(view, found)
  if #found.options == 0 then return false end
  if text.starts(found.title, { "Ready to code", "Exit plan mode" }) then return true end
  local below = found.options[#found.options].row + 1
  return view:block(below, view.last):find("ctrl[+-]g to edit") ~= nil and found.options[1].label:find("^Yes") ~= nil
end

-- Such a line has less indent than the plan and spans the full width.
local function is_dashed(view, found, row)
  local words = view:row(row):match(found.kind == "sheet" and "^ ? ?(╌╌╌╌.*)$" or "^(╌╌╌╌.*)$")
  return words ~= nil and (utf8.len(words) or 0) >= view.cols - 4
end

local function dashed(view, found, to)
  local first, last
  for at = found.first, to do
    if is_dashed(view, found, at) then
      first = first or at
      last = at
    end
  end
  return first, last
end

-- A plan is between dashed lines. Without a plan, the dialog has another title.
local function is_titled(found)
  if found.kind == "cut" then return false end
  return text.starts(found.title, found.kind == "plain" and "Ready to code" or "Exit plan mode") ~= nil
end

-- Returns the text of the plan, and whether its beginning has scrolled off.
local function words(view, found)
  local question = found.question and found.question.from or found.options[1].row
  local first, last = dashed(view, found, question)
  if first and first < last then return view:block(first + 1, last - 1), false end
  if last then return view:block(found.title_row + 1, last - 1), true end
  return found.kind == "plain" and view:block(found.title_row + 2, question - 1) or "", not is_titled(found)
end

function plan.of(view, found)
  local written, cut = words(view, found)
  dialogs.mean(found.options, { { "yes_manually", { "yes, manually", "yes, and manually approve" } } })
  return {
    plan = written,
    cut = cut or nil,
    options = options.metadata(found.options),
    dialog_id = identity.hash("plan:" .. written),
    plan_file = found.hint:match("(%S+%.md)"),
  }
end

return plan
