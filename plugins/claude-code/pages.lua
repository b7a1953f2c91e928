-- Reads the panels that commands of the user open: models, usage, settings and others.

local identity = require "lib/identity"
local options = require "lib/options"
local panel = require "panel"

local text = ptywright.text

local pages = {}

function pages.selects_model(found) return text.starts(found.title, "Select model") ~= nil and #found.options > 0 end

-- Parses "◐ Medium effort (default) ←/→ to adjust".
local function effort(view, found)
  for at = found.options[#found.options].row, found.last do
    local level = view:row(at):match("(%S+) effort")
    if level then return text.lower(level) end
  end
end

function pages.models(view, found)
  local current
  for _, option in ipairs(found.options) do
    local label = option.label:match("^(.-)%s*✔$")
    if label then option.label, current = label, label end
  end
  return {
    model_select = { options = options.metadata(found.options), current = current, effort = effort(view, found) },
    dialog_id = identity.of_choices("model_select", found.options),
  }
end

local amounts = { "Total duration (wall):", "% used", "only available for subscription plans", "Loading usage" }

function pages.shows_usage(view, found)
  local tabs = found.title:find("Usage", 1, true)
  if not tabs then return false end
  -- Without styles, the text below identifies the page.
  local front = panel.front(found.title_row)
  if front then return front == "Usage" end
  return text.has(view:block(found.first, found.last), amounts) ~= nil
end

-- Identifies a page by its title and, if there are several tabs, by the active tab.
function pages.of(found)
  local title, tabs = found.title:match("^(%S.-)%s%s+(.+)$")
  return {
    title = title or found.title,
    tab = tabs and panel.front(found.title_row) or nil,
    hint = found.hint ~= "" and found.hint or nil,
    options = #found.options > 0 and options.metadata(found.options) or nil,
  }
end

return pages
