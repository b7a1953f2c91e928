-- Scripts whose memory grows.
-- The line above a script holds its name, its possible endings, and the expected message.
-- Scripts marked (soak) end in the same part of our code as one without the mark, so only `npm run soak` runs them.

-- rep | error | main.lua:1: a string of more than 1048576 bytes
return ("x"):rep(1e9)

-- rep with separators | error | more than
return ("x"):rep(2 ^ 20, ("y"):rep(1000))

-- doubling | error | more than
local s = "x" while true do s = s .. s end

-- one expression of 150 long strings | error | more than
local s = ("x"):rep(2 ^ 20) return s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s

-- concat | error | more than
local s, t = ("x"):rep(2 ^ 20), {} for i = 1, 1000 do t[i] = s end return table.concat(t)

-- gsub with long replacements | error | more than
return ((("x"):rep(1000)):gsub("x", ("y"):rep(10000)))

-- gsub between all characters | error | more than
return ((("x"):rep(2 ^ 19)):gsub("", "1234567890"))

-- format with wide fields | error | more than
return (("%99d"):rep(20000)):format(table.unpack((function() local t = {} for i = 1, 20000 do t[i] = i end return t end)()))

-- format with a width too wide | error | too long
return ("%1000000000d"):format(1)

-- format in quotes | error deadline | more than
return ("%q"):format(("\0"):rep(2 ^ 20))

-- pack of a wide field | error deadline
return string.pack("c1000000000", "")

-- char of many | error | too many results
return string.char(table.unpack({}, 1, 1e8))

-- bytes of a long string | error | stack overflow
return { (("x"):rep(2 ^ 20)):byte(1, -1) }

-- code points of a long string | error | stack overflow
return { utf8.codepoint(("x"):rep(2 ^ 20), 1, -1) }

-- unpack a billion elements of an empty table | error | too many results
return { table.unpack({}, 1, 1e9) }

-- long strings, kept | memory | stopped
local t, s = {}, ("x"):rep(2 ^ 19) while true do t[#t + 1] = s .. s end

-- long strings, dropped | answer deadline
local s = ("x"):rep(2 ^ 20) for i = 1, 100 do s:upper() end return 1

-- long strings, dropped beside some that are kept | answer deadline
local s, t = ("x"):rep(2 ^ 20 - 9), {} for i = 1, 48 do t[i] = s .. i end for i = 1, 200 do t[1] = (s .. i):upper() end return 1

-- (soak) long strings as keys | memory deadline
local t, s = {}, ("x"):rep(2 ^ 19) for i = 1, 1e9 do t[s .. i] = true end

-- a list that grows | memory deadline
local t = {} for i = 1, 1e9 do t[i] = i end

-- (soak) tables that grow | memory deadline
local t = {} for i = 1, 1e9 do t[i] = {} end

-- (soak) names that grow | memory deadline
local t = {} for i = 1, 1e9 do t["k" .. i] = i end

-- (soak) tables in tables | memory deadline
local t = {} while true do t = { t, t, t, t } end

-- closures in closures | memory deadline
local f = function() end while true do local g = f f = function() return g() end end

-- (soak) lists of bytes | memory deadline
local s, t = ("x"):rep(40000), {} while true do t[#t + 1] = { s:byte(1, -1) } end

-- growth in pcall | memory deadline
local t = {} while true do pcall(function() while true do t[#t + 1] = {} end end) end

-- deep recursion | error | stack overflow
local function f(n) return 1 + f(n + 1) end return f(1)

-- deep recursion with many locals | error | stack overflow
local function f(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44, a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, a57, a58, a59, a60, a61, a62, a63, a64, a65, a66, a67, a68, a69, a70, a71, a72, a73, a74, a75, a76, a77, a78, a79, a80, a81, a82, a83, a84, a85, a86, a87, a88, a89, a90, a91, a92, a93, a94, a95, a96, a97, a98, a99) return 1 + f(1) end return f(1)

-- varargs that double | error deadline
local function f(...) return f(..., ...) end return f(1, 2, 3)
