-- The rows that have scrolled off since the screen last showed a turn. The manifest needs `scrolled_rows`.

local scrolled = {}

-- At least this many rows are kept. They are kept per read, and copied only when they are needed.
local least_kept = 8000

-- Returns an empty store. `torn`: earlier rows are missing.
function scrolled.new(torn) return { reads = {}, first = 1, rows = 0, torn = torn or false } end

-- Adds the rows of a read. Returns the store, which is a new one if rows were lost.
function scrolled.add(store, ctx)
  if ctx.scrolled_lost > 0 then store = scrolled.new(true) end
  local rows = ctx.scrolled
  if #rows == 0 then return store end
  store.reads[#store.reads + 1], store.rows = rows, store.rows + #rows
  while store.rows - #store.reads[store.first] >= least_kept do
    store.rows, store.torn = store.rows - #store.reads[store.first], true
    store.reads[store.first], store.first = false, store.first + 1
  end
  return store
end

-- Returns all rows, oldest first.
function scrolled.rows(store)
  local rows = {}
  for at = store.first, #store.reads do table.move(store.reads[at], 1, #store.reads[at], #rows + 1, rows) end
  return rows
end

return scrolled
