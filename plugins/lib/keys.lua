-- The intent `key`: presses a key by its name, or types other text.

local action, text = ptywright.action, ptywright.text

local names = {
  "enter", "return", "escape", "esc", "tab", "backtab", "backspace", "delete", "insert", "space", "up", "down", "left",
  "right", "home", "end", "page_up", "page_down", "pageup", "pagedown",
}

local known = {}
for _, name in ipairs(names) do known[name] = true end

local function is_key(words)
  local name = text.lower(words):gsub("%-", "_")
  local bare = name:gsub("^ctrl[_+]", ""):gsub("^alt[_+]", ""):gsub("^shift[_+]", "")
  return known[bare] or bare:find("^f%d%d?$") ~= nil or bare ~= name and bare:find("^%g$") ~= nil
end

return function(params, ctx)
  local words = params.key
  if type(words) ~= "string" or words == "" then ctx:fail("key: expected the name of a key or a text") end
  ctx:send(is_key(words) and action.key((words:gsub("%-", "_"))) or action.text(words))
end
