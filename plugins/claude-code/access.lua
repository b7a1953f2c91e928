-- Recognizes the dialogs before the first prompt: trust in the folder, and the key or account to use.

local dialogs = require "lib/dialogs"
local identity = require "lib/identity"

local text = ptywright.text

local access = {}

-- Only a trust dialog has "No, exit" beside the option that trusts.
function access.asks_trust(found)
  if #found.options ~= 2 or not (found.selected or found.kind == "plain") then return false end
  for _, option in ipairs(found.options) do
    if text.lower(option.label):find("^no, exit") then return true end
  end
  return false
end

local function path_in(view, found)
  for at = found.first, found.last do
    local path = text.trim(view:row(at)):match("^(/.*)$") or text.trim(view:row(at)):match("^(%a:\\.*)$")
    if path then return path end
  end
end

function access.trust(view, found)
  dialogs.mean(found.options)
  local path = path_in(view, found)
  local kind = found.title:find("Bypass Permissions", 1, true) and "bypass_permissions" or "folder"
  local metadata = dialogs.choices("trust", found, { kind = kind, path = path, title = found.title })
  metadata.dialog_id = identity.hash("trust:" .. (path or "unknown"))
  return metadata
end

local signs = { "custom api key", "select login method", "paste code here", "oauth/authorize" }

-- Below a title, the text of a panel comes from a tool or the model. Only the title itself is reliable.
local function is_of_others(found) return found.kind == "lines" or found.kind == "plain" and found.heading ~= "" end

-- Recognizes the dialog for a key found in the environment, and the list of login methods.
function access.asks_login(view, found)
  if text.starts(found.title, { "Login", "Detected a custom API key" }) then return true end
  if is_of_others(found) then return false end
  return text.has(text.lower(view:block(found.first, found.last)), signs) ~= nil
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
  if key then dialogs.mean(found.options) end
  local kind = key and "api_key" or "account"
  return dialogs.choices("login", found, { kind = kind, title = found.title, url = link(view, found) })
end

return access
