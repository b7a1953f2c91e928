-- Recognizes the dialogs before the first prompt: trust in the folder, and the key or account to use.

local identity = require "lib/identity"
local options = require "lib/options"
local permission = require "permission"

local text = ptywright.text

local access = {}

-- True for "No, exit" options. Only a trust dialog has such an option beside the one that trusts.
local function offers_exit(found)
  for _, option in ipairs(found.options) do
    if text.lower(option.label):find("^no, exit") then return true end
  end
  return false
end

function access.asks_trust(found)
  return #found.options == 2 and (found.selected or found.kind == "plain") and offers_exit(found)
end

local function path_in(view, found)
  for at = found.first, found.last do
    local path = text.trim(view:row(at)):match("^(/.*)$") or text.trim(view:row(at)):match("^(%a:\\.*)$")
    if path then return path end
  end
end

function access.trust(view, found)
  permission.mark(found.options)
  local path = path_in(view, found)
  local bypass = found.title:find("Bypass Permissions", 1, true) ~= nil
  return {
    trust = {
      kind = bypass and "bypass_permissions" or "folder",
      path = path,
      title = found.title,
      options = options.metadata(found.options),
    },
    dialog_id = identity.hash("trust:" .. (path or "unknown")),
  }
end

local function mentions(view, found, words)
  return text.has(text.lower(view:block(found.first, found.last)), words) ~= nil
end

-- Below a title, the text of a panel comes from a tool or the model. Only the title itself is reliable.
local function is_of_others(found) return found.kind == "lines" or found.kind == "plain" and found.heading ~= "" end

-- Recognizes the dialog for a key found in the environment, and the list of login methods.
function access.asks_login(view, found)
  if text.starts(found.title, { "Login", "Detected a custom API key" }) then return true end
  if is_of_others(found) then return false end
  return mentions(view, found, { "custom api key", "select login method", "paste code here", "oauth/authorize" })
end

-- The screen may have wrapped the link at its edge.
local function link(view, found)
  for at = found.first, found.last do
    local url = view:row(at):match("https://%S+")
    if url and (url:find("claude%.[ac][io]m?[/?]") or url:find("anthropic%.com[/?]")) then
      local next_row = at + 1
      while #url >= view.cols - 4 and view:row(next_row):find("^%S+$") do
        url = url .. view:row(next_row)
        next_row = next_row + 1
      end
      return url
    end
  end
end

function access.login(view, found)
  local key = found.title:find("custom API key", 1, true) ~= nil
  permission.mark(found.options)
  for _, option in ipairs(found.options) do
    if not key then option.meaning = nil end
  end
  return {
    login = {
      kind = key and "api_key" or "account",
      title = found.title,
      url = link(view, found),
      options = options.metadata(found.options),
    },
    dialog_id = identity.of_choices("login", found.options),
  }
end

return access
