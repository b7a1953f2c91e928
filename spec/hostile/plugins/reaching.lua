-- Scripts that try to reach outside the sandbox.
-- The line above a script holds its name, its possible endings, and the expected message.

-- what is not there | answer | {"n":0,"dump":true}
local found = {} for _, name in ipairs { "os", "io", "debug", "package", "coroutine", "load", "loadstring", "loadfile", "dofile", "collectgarbage", "fengari", "js", "module", "process", "arg" } do if _G[name] ~= nil then found[#found + 1] = name end end return { n = #found, dump = string.dump == nil }

-- the metatable of strings | error | attempt to index a boolean value
getmetatable("").__index = function() while true do end end

-- the metatable of strings, set | error | bad argument #1
setmetatable("", {})

-- the metatable of the globals | deadline
setmetatable(_G, { __index = function() while true do end end }) return nowhere

-- functions of strings, replaced | answer
for k in pairs(string) do string[k] = function() while true do end end end return 1

-- all globals, removed | error
for k in pairs(_G) do _G[k] = nil end return 1

-- the host, replaced | answer
if ptywright then for k in pairs(ptywright) do ptywright[k] = function() while true do end end end end ptywright = setmetatable({}, { __index = function() while true do end end }) return 1

-- bytecode | answer | attempt to load a binary chunk
return { pcall(require, "bytecode") }

-- require "../main" | error | /^main\.lua:1: (?:no |circular require: main\.lua)/
return require '../main'

-- require "/etc/passwd" | error | /^main\.lua:1: (?:no |circular require: main\.lua)/
return require '/etc/passwd'

-- require "a/b" | error | /^main\.lua:1: (?:no |circular require: main\.lua)/
return require 'a/b'

-- require "a\\0b" | error | /^main\.lua:1: (?:no |circular require: main\.lua)/
return require 'a\0b'

-- require "lib/../../../package" | error | /^main\.lua:1: (?:no |circular require: main\.lua)/
return require 'lib/../../../package'

-- require "lib/" | error | /^main\.lua:1: (?:no |circular require: main\.lua)/
return require 'lib/'

-- a shared module, changed | answer
local agent = require 'lib/agent' for k in pairs(agent) do agent[k] = nil end return #require 'lib/agent'

-- require "fs" | error | /^main\.lua:1: (?:no |circular require: main\.lua)/
return require 'fs'

-- require "os" | error | /^main\.lua:1: (?:no |circular require: main\.lua)/
return require 'os'

-- require "fengari" | error | /^main\.lua:1: (?:no |circular require: main\.lua)/
return require 'fengari'

-- require "node:fs" | error | /^main\.lua:1: (?:no |circular require: main\.lua)/
return require 'node:fs'

-- require "__proto__" | error | /^main\.lua:1: (?:no |circular require: main\.lua)/
return require '__proto__'

-- require "constructor" | error | /^main\.lua:1: (?:no |circular require: main\.lua)/
return require 'constructor'

-- require "main" | error | /^main\.lua:1: (?:no |circular require: main\.lua)/
return require 'main'

-- require "" | error | /^main\.lua:1: (?:no |circular require: main\.lua)/
return require ''

-- require of what is no name | error | bad argument #1 to 'require'
return require({})

-- a module that requires itself | error | circular require: itself.lua
return require "itself"

-- a module that loops | deadline | loops.lua:1: stopped
return require "loops"
