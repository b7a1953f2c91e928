-- Scripts that catch the error that stops them.
-- The line above a script holds its name, its possible endings, and the expected message.
-- Scripts marked (soak) end in the same part of our code as one without the mark, so only `npm run soak` runs them.

-- pcall round a loop, and an answer | deadline
pcall(function() while true do end end) return "done"

-- pcall in a loop | deadline
while true do pcall(function() while true do end end) end

-- (soak) pcall in itself | deadline
local function f() while true do pcall(f) end end f()

-- (soak) pcall of pcall of pcall | deadline
while true do pcall(pcall, pcall, function() while true do end end) end

-- xpcall with a handler that loops | deadline
local function loop() while true do end end xpcall(loop, loop)

-- (soak) xpcall in a loop with a handler that calls again | deadline
local function loop() while true do xpcall(loop, loop) end end loop()

-- a handler that fails | answer
return { xpcall(error, function(e) error(e) end, "x") }

-- a handler that loops over an ordinary error | deadline
xpcall(error, function() while true do end end)

-- a handler that handles itself | answer error
local function h(e) return xpcall(error, h, e) end return { h("x") }

-- an error that is caught and thrown again | deadline
while true do local ok, e = pcall(function() while true do end end) if not ok then pcall(error, e) end end

-- pcall round a stack overflow | deadline
local function f() return 1 + f() end while true do pcall(f) end

-- pcall round too long a string | deadline
while true do pcall(string.rep, "x", 2 ^ 30) end
