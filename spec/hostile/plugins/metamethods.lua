-- Scripts whose tables act on access.
-- The line above a script holds its name, its possible endings, and the expected message.
-- Scripts marked (soak) end in the same part of our code as one without the mark, so only `npm run soak` runs them.

-- __index that loops | deadline
local t = setmetatable({}, { __index = function() while true do end end }) local u = setmetatable({}, getmetatable(t)) return t.x

-- (soak) __newindex that loops | deadline
local t = setmetatable({}, { __newindex = function() while true do end end }) local u = setmetatable({}, getmetatable(t)) t.x = 1

-- (soak) __len that loops | deadline
local t = setmetatable({}, { __len = function() while true do end end }) local u = setmetatable({}, getmetatable(t)) return #t

-- (soak) __concat that loops | deadline
local t = setmetatable({}, { __concat = function() while true do end end }) local u = setmetatable({}, getmetatable(t)) return t .. "x"

-- (soak) __unm that loops | deadline
local t = setmetatable({}, { __unm = function() while true do end end }) local u = setmetatable({}, getmetatable(t)) return -t

-- __call that loops | deadline
local t = setmetatable({}, { __call = function() while true do end end }) local u = setmetatable({}, getmetatable(t)) return t()

-- __lt that loops | deadline
local t = setmetatable({}, { __lt = function() while true do end end }) local u = setmetatable({}, getmetatable(t)) return t < u

-- (soak) __le that loops | deadline
local t = setmetatable({}, { __le = function() while true do end end }) local u = setmetatable({}, getmetatable(t)) return t <= u

-- (soak) __eq that loops | deadline
local t = setmetatable({}, { __eq = function() while true do end end }) local u = setmetatable({}, getmetatable(t)) return t == u

-- (soak) __add that loops | deadline
local t = setmetatable({}, { __add = function() while true do end end }) local u = setmetatable({}, getmetatable(t)) return t + 1

-- (soak) __pairs that loops | deadline
local t = setmetatable({}, { __pairs = function() while true do end end }) local u = setmetatable({}, getmetatable(t)) pairs(t)

-- __tostring that loops | deadline
local t = setmetatable({}, { __tostring = function() while true do end end }) local u = setmetatable({}, getmetatable(t)) print(t)

-- __index that calls itself | error | stack overflow
local t = setmetatable({}, { __index = function(t, k) return t[k] end }) return t.x

-- __index in a ring | error | loop
local t = {} t.__index = t setmetatable(t, t) return t.x

-- __newindex in a ring | error | loop
local t = {} t.__newindex = t setmetatable(t, t) t.x = 1

-- __concat that calls itself | error | stack overflow
local t = setmetatable({}, { __concat = function(a, b) return a .. b end }) return t .. "x"

-- __call that is a table | error
local t = {} t.__call = t setmetatable(t, t) return t()

-- __gc that loops | answer
for i = 1, 1000 do setmetatable({}, { __gc = function() while true do end end }) end return 1

-- __close that loops | answer
setmetatable({}, { __close = function() while true do end end }) return 1

-- __mode | answer
local t = setmetatable({}, { __mode = "kv" }) t[{}] = {} return 1

-- __tostring of what is thrown | error | an error that is a table
error(setmetatable({}, { __tostring = function() while true do end end }))

-- __index of what is returned | answer | {}
return setmetatable({}, { __index = function() while true do end end, __pairs = function() while true do end end })
