-- Scripts that do not end.
-- The line above a script holds its name, its possible endings, and the expected message.
-- Scripts marked (soak) end in the same part of our code as one without the mark, so only `npm run soak` runs them.

-- while | deadline | /^main\.lua:\d+: stopped/
while true do end

-- (soak) repeat | deadline
repeat until false

-- (soak) for without an end | deadline
for i = 1, math.huge do end

-- (soak) goto | deadline
::again:: goto again

-- tail calls | deadline
local function f() return f() end return f()

-- (soak) calls of each other | deadline
local f, g; f = function() return g() end g = function() return f() end f()

-- pairs that grow | deadline memory error
local t = { a = 1 } for k in pairs(t) do t[k .. "x"] = 1 end

-- next for ever | deadline
local t = { 1 } while true do next(t) end
