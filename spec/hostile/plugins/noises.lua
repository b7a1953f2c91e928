-- Scripts that fail or log excessively.
-- The line above a script holds its name, its possible endings, and the expected message.

-- a long message | error | /^main\.lua:1: x{2000,}…$/
error(("x"):rep(2 ^ 20 - 100))

-- a message that is a table | error | an error that is a table
error({ message = "x" })

-- a message that is nil | error | an error that is not a string
error(nil)

-- a message that is a function | error | an error that is not a string
error(print)

-- a message that is no text | error | �
error("\xff\xfe", 0)

-- an error at a level that is not there | error
error("x", 2 ^ 30)

-- many lines in the log | answer
for i = 1, 5000 do print(i) end return 1

-- many lines in the log, for ever | deadline
while true do print("x") end

-- a long line in the log | answer
print(("x"):rep(2 ^ 20)) return 1

-- many rules | answer
if ptywright.rule then for i = 1, 3000 do ptywright.rule("r" .. i, false) end end return 1

-- many long words in the log | answer
local s, t = ("x"):rep(2 ^ 20), {} for i = 1, 40000 do t[i] = s end print(table.unpack(t)) return 1

-- many long arguments of the host | error | the value is larger than
local s, t = ("x"):rep(2 ^ 20), {} for i = 1, 40000 do t[i] = s end ptywright.json.encode(table.unpack(t))

-- an error below functions with long names | error
local t = {} local name = ("x"):rep(2 ^ 20 - 100) _G[name] = function() error("deep") end _G[name]()

-- rules with long names | answer
for i = 1, 40 do ptywright.rule(("r"):rep(20000), true, { rows = { 1, 2 }, why = ("w"):rep(20000) }) end return 1
