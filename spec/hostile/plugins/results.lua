-- Scripts that return values that are not JSON.
-- The line above a script holds its name, its possible endings, and the expected message.

-- a value in itself | shape | t contains itself
local t = {} t.t = t return t

-- a list in itself | shape | contains itself
local t = {} t[1] = { { t } } return t

-- deep nesting | shape | nested deeper than 32
local t = {} for i = 1, 100 do t = { t } end return t

-- one value in many places | shape | larger than
local t = { ("x"):rep(1000) } for i = 1, 20 do t = { t, t } end return t

-- a list too long | shape deadline memory
local t = {} for i = 1, 2e5 do t[i] = ("x"):rep(10) end return t

-- control characters | shape | too large as JSON
return ("\1"):rep(2 ^ 19)

-- not a number | shape | x is a number that JSON cannot represent
return { x = 0 / 0 }

-- infinity | shape | [1].y is a number
return { { y = -math.huge } }

-- names and positions | shape | both named fields and positions
return { 1, 2, x = 3 }

-- holes | shape | gaps
return { [1] = 1, [2 ^ 31 - 1] = 2 }

-- a fraction as position | shape | neither a string nor a position
return { [1.5] = 1 }

-- a table as name | shape | neither a string nor a position
return { [{}] = 1 }

-- true as name | shape | neither a string nor a position
return { [true] = 1 }

-- a function | shape | the value is a function
return print

-- bytes that are no text | answer | �
return { "\xff\xc0\xed\xa0\x80", ["\xfe"] = nil }

-- names of JavaScript | answer | /^(?!.*polluted)/
return { ["__proto__"] = { polluted = true }, constructor = { prototype = {} }, toString = 1, hasOwnProperty = 2 }

-- nil | answer
return nil

-- many results | answer
return table.unpack({}, 1, 40000)

-- one table in very many places | shape deadline | larger than
local t, empty = {}, {} for i = 1, 140000 do t[i] = empty end return t

-- very many small values | shape deadline | /larger than|stopped/
local t = {} for i = 1, 140000 do t[i] = true end return t
