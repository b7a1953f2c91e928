local rows = {}

function rows.chosen(screen)
  return screen:match("❯ %d+%. ([^\n]*)")
end

function rows.number(screen, row)
  return screen:match("(%d+)%. " .. row)
end

return rows
