-- Scripts that stay in one library function, where no hook runs.
-- The line above a script holds its name, its possible endings, and the expected message.
-- Scripts marked (soak) end in the same part of our code as one without the mark, so only `npm run soak` runs them.

-- a pattern with many ways | deadline | no answer within
return (("a"):rep(1920)):find(".-.-.-.-b")

-- (soak) a pattern of 60 repetitions | deadline
return (("a"):rep(30000)):find(("a-"):rep(60) .. "b")

-- a pattern in pcall | deadline
while true do pcall(string.find, ("a"):rep(1920), ".-.-.-.-b") end

-- balanced brackets | deadline
return (("("):rep(2 ^ 20)):find("%b()")

-- (soak) gsub with many ways | deadline
return (("a"):rep(5000)):gsub("a-a-a-b", "")

-- gmatch with many ways | deadline
for w in (("a"):rep(5000)):gmatch("a-a-a-b") do end

-- rep of nothing | deadline
return #(""):rep(2 ^ 31 - 1)

-- table.move of nothing | deadline
table.move({}, 1, 2 ^ 31 - 2, 2)

-- table.insert at the front | deadline
local t = {} while true do table.insert(t, 1, 0) end

-- (soak) table.remove from the front | deadline
local t = {} for i = 1, 20000 do t[i] = i end while #t > 0 do table.remove(t, 1) end

-- table.sort that never agrees | error | invalid order function
local t = {} for i = 1, 1000 do t[i] = i end table.sort(t, function() return true end)

-- table.sort that loops | deadline
table.sort({ 1, 2, 3 }, function() while true do end end)

-- table.concat over a length that is made up | error | more than
local s = ("x"):rep(1000) table.concat(setmetatable({}, { __len = function() return 2 ^ 31 - 1 end, __index = function() return s end }))

-- gsub that calls gsub | error | stack overflow
local function f(s) return (s:gsub(".", f)) end f("x")

-- a pattern too complex | error | too complex
return (("a"):rep(1000)):find(("a?"):rep(1000) .. ("a"):rep(1000))

-- tonumber of a long text | answer deadline
return tonumber(("9"):rep(2 ^ 20)) == math.huge
