-- Plans: the question whether to plan, and the plan that waits for approval.

local choices = require "choices"
local identity = require "identity"
local permission = require "permission"

local text = ptywright.text

local plan = {}

function plan.enters(found) return text.starts(found.title, "Enter plan mode") ~= nil and #found.options > 0 end

function plan.entering(found)
  permission.mark(found.options)
  return {
    enter_plan_mode = { options = choices.told(found.options) },
    dialog_id = identity.of_choices("enter_plan_mode", found.options),
  }
end

-- The title, or where it has left the screen what stands below the choices, in however many rows: how a plan is edited.
function plan.waits(view, found)
  if #found.options == 0 then return false end
  if text.starts(found.title, { "Ready to code", "Exit plan mode" }) then return true end
  local below = found.options[#found.options].row + 1
  return view:block(below, view.last):find("ctrl[+-]g to edit") ~= nil and found.options[1].label:find("^Yes") ~= nil
end

local function dashed(view, from, to)
  local first, last
  for at = from, to do
    if view:row(at):find("╌╌╌╌", 1, true) then
      first = first or at
      last = at
    end
  end
  return first, last
end

-- The plan stands between dashed lines; its beginning may have left the screen.
local function words(view, found)
  local question = found.question and found.question.from or found.options[1].row
  local first, last = dashed(view, found.first, question)
  if first and last and first < last then return view:block(first + 1, last - 1) end
  if last then return view:block(found.title_row + 1, last - 1) end
  return found.kind == "plain" and view:block(found.title_row + 2, question - 1) or ""
end

function plan.of(view, found)
  local written = words(view, found)
  permission.mark(found.options)
  for _, option in ipairs(found.options) do
    if option.meaning == "yes" and option.label:find("manually", 1, true) then option.meaning = "yes_manually" end
  end
  return {
    plan = written,
    options = choices.told(found.options),
    dialog_id = identity.plan(written),
    plan_file = found.hint:match("(%S+%.md)"),
  }
end

return plan
