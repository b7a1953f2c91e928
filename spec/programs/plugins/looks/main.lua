local text = require("text")

local looks = {}

function looks.shows(ctx)
  local found = text.find(ctx.screen, ctx.params.text)
  if not found then return false end
  return { matched = true, evidence = "the screen shows it", capture = found }
end

return looks
