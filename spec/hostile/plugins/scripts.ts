/** What somebody could write who means to hurt the server: each is the body of a function of a plugin. */

/** How the call may end. `answer` is what comes back when nothing is wrong with the script after all. */
export type Ending = 'deadline' | 'memory' | 'error' | 'shape' | 'answer';

export interface Script {
  readonly name: string;
  readonly lua: string;
  /** Where a busy machine decides which bound comes first, more than one. */
  readonly ends: readonly Ending[];
  /** Part of what the failure says, or of the answer as JSON. */
  readonly says?: string | RegExp;
}

const deadline: readonly Ending[] = ['deadline'];
const error: readonly Ending[] = ['error'];
const shape: readonly Ending[] = ['shape'];
const answer: readonly Ending[] = ['answer'];
const memory: readonly Ending[] = ['memory', 'deadline'];

const loops: readonly Script[] = [
  { name: 'while', lua: 'while true do end', ends: deadline, says: /^main\.lua:\d+: stopped/ },
  { name: 'repeat', lua: 'repeat until false', ends: deadline },
  { name: 'for without an end', lua: 'for i = 1, math.huge do end', ends: deadline },
  { name: 'goto', lua: '::again:: goto again', ends: deadline },
  { name: 'tail calls', lua: 'local function f() return f() end return f()', ends: deadline },
  {
    name: 'calls of each other',
    lua: 'local f, g; f = function() return g() end g = function() return f() end f()',
    ends: deadline,
  },
  {
    name: 'pairs that grow',
    lua: 'local t = { a = 1 } for k in pairs(t) do t[k .. "x"] = 1 end',
    ends: ['deadline', 'memory', 'error'],
  },
  { name: 'next for ever', lua: 'local t = { 1 } while true do next(t) end', ends: deadline },
];

const swallowed: readonly Script[] = [
  {
    name: 'pcall round a loop, and an answer',
    lua: 'pcall(function() while true do end end) return "done"',
    ends: deadline,
  },
  {
    name: 'pcall in a loop',
    lua: 'while true do pcall(function() while true do end end) end',
    ends: deadline,
  },
  { name: 'pcall in itself', lua: 'local function f() while true do pcall(f) end end f()', ends: deadline },
  {
    name: 'pcall of pcall of pcall',
    lua: 'while true do pcall(pcall, pcall, function() while true do end end) end',
    ends: deadline,
  },
  {
    name: 'xpcall with a handler that loops',
    lua: 'local function loop() while true do end end xpcall(loop, loop)',
    ends: deadline,
  },
  {
    name: 'xpcall in a loop with a handler that calls again',
    lua: 'local function loop() while true do xpcall(loop, loop) end end loop()',
    ends: deadline,
  },
  {
    name: 'a handler that fails',
    lua: 'return { xpcall(error, function(e) error(e) end, "x") }',
    ends: answer,
  },
  {
    name: 'a handler that loops over an ordinary error',
    lua: 'xpcall(error, function() while true do end end)',
    ends: deadline,
  },
  {
    name: 'a handler that handles itself',
    lua: 'local function h(e) return xpcall(error, h, e) end return { h("x") }',
    ends: ['answer', 'error'],
  },
  {
    name: 'an error that is caught and thrown again',
    lua: 'while true do local ok, e = pcall(function() while true do end end) if not ok then pcall(error, e) end end',
    ends: deadline,
  },
  {
    name: 'pcall round a stack overflow',
    lua: 'local function f() return 1 + f() end while true do pcall(f) end',
    ends: deadline,
  },
  {
    name: 'pcall round too long a string',
    lua: 'while true do pcall(string.rep, "x", 2 ^ 30) end',
    ends: deadline,
  },
];

const metamethods: readonly Script[] = [
  ...['index', 'newindex', 'len', 'concat', 'unm', 'call', 'lt', 'le', 'eq', 'add', 'pairs', 'tostring'].map(
    (event) => ({
      name: `__${event} that loops`,
      lua: `local t = setmetatable({}, { __${event} = function() while true do end end }) local u = setmetatable({}, getmetatable(t)) ${
        {
          index: 'return t.x',
          newindex: 't.x = 1',
          len: 'return #t',
          concat: 'return t .. "x"',
          unm: 'return -t',
          call: 'return t()',
          lt: 'return t < u',
          le: 'return t <= u',
          eq: 'return t == u',
          add: 'return t + 1',
          pairs: 'pairs(t)',
          tostring: 'print(t)',
        }[event]
      }`,
      ends: deadline,
    }),
  ),
  {
    name: '__index that calls itself',
    lua: 'local t = setmetatable({}, { __index = function(t, k) return t[k] end }) return t.x',
    ends: error,
    says: 'stack overflow',
  },
  {
    name: '__index in a ring',
    lua: 'local t = {} t.__index = t setmetatable(t, t) return t.x',
    ends: error,
    says: 'loop',
  },
  {
    name: '__newindex in a ring',
    lua: 'local t = {} t.__newindex = t setmetatable(t, t) t.x = 1',
    ends: error,
    says: 'loop',
  },
  {
    name: '__concat that calls itself',
    lua: 'local t = setmetatable({}, { __concat = function(a, b) return a .. b end }) return t .. "x"',
    ends: error,
    says: 'stack overflow',
  },
  {
    name: '__call that is a table',
    lua: 'local t = {} t.__call = t setmetatable(t, t) return t()',
    ends: error,
  },
  {
    name: '__gc that loops',
    lua: 'for i = 1, 1000 do setmetatable({}, { __gc = function() while true do end end }) end return 1',
    ends: answer,
  },
  {
    name: '__close that loops',
    lua: 'setmetatable({}, { __close = function() while true do end end }) return 1',
    ends: answer,
  },
  { name: '__mode', lua: 'local t = setmetatable({}, { __mode = "kv" }) t[{}] = {} return 1', ends: answer },
  {
    name: '__tostring of what is thrown',
    lua: 'error(setmetatable({}, { __tostring = function() while true do end end }))',
    ends: error,
    says: 'an error that is a table',
  },
  {
    name: '__index of what is returned',
    lua: 'return setmetatable({}, { __index = function() while true do end end, __pairs = function() while true do end end })',
    ends: answer,
    says: '{}',
  },
];

const libraries: readonly Script[] = [
  {
    name: 'a pattern with many ways',
    lua: 'return (("a"):rep(1920)):find(".-.-.-.-b")',
    ends: deadline,
    says: 'no answer within',
  },
  {
    name: 'a pattern of 60 repetitions',
    lua: 'return (("a"):rep(30000)):find(("a-"):rep(60) .. "b")',
    ends: deadline,
  },
  {
    name: 'a pattern in pcall',
    lua: 'while true do pcall(string.find, ("a"):rep(1920), ".-.-.-.-b") end',
    ends: deadline,
  },
  { name: 'balanced brackets', lua: 'return (("("):rep(2 ^ 20)):find("%b()")', ends: deadline },
  { name: 'gsub with many ways', lua: 'return (("a"):rep(5000)):gsub("a-a-a-b", "")', ends: deadline },
  {
    name: 'gmatch with many ways',
    lua: 'for w in (("a"):rep(5000)):gmatch("a-a-a-b") do end',
    ends: deadline,
  },
  { name: 'rep of nothing', lua: 'return #(""):rep(2 ^ 31 - 1)', ends: deadline },
  { name: 'table.move of nothing', lua: 'table.move({}, 1, 2 ^ 31 - 2, 2)', ends: deadline },
  {
    name: 'table.insert at the front',
    lua: 'local t = {} while true do table.insert(t, 1, 0) end',
    ends: deadline,
  },
  {
    name: 'table.remove from the front',
    lua: 'local t = {} for i = 1, 20000 do t[i] = i end while #t > 0 do table.remove(t, 1) end',
    ends: deadline,
  },
  {
    name: 'table.sort that never agrees',
    lua: 'local t = {} for i = 1, 1000 do t[i] = i end table.sort(t, function() return true end)',
    ends: error,
    says: 'invalid order function',
  },
  {
    name: 'table.sort that loops',
    lua: 'table.sort({ 1, 2, 3 }, function() while true do end end)',
    ends: deadline,
  },
  {
    name: 'table.concat over a length that is made up',
    lua: 'local s = ("x"):rep(1000) table.concat(setmetatable({}, { __len = function() return 2 ^ 31 - 1 end, __index = function() return s end }))',
    ends: error,
    says: 'more than',
  },
  {
    name: 'gsub that calls gsub',
    lua: 'local function f(s) return (s:gsub(".", f)) end f("x")',
    ends: error,
    says: 'stack overflow',
  },
  {
    name: 'a pattern too complex',
    lua: 'return (("a"):rep(1000)):find(("a?"):rep(1000) .. ("a"):rep(1000))',
    ends: error,
    says: 'too complex',
  },
  {
    name: 'tonumber of a long text',
    lua: 'return tonumber(("9"):rep(2 ^ 20)) == math.huge',
    ends: ['answer', 'deadline'],
  },
];

const bombs: readonly Script[] = [
  {
    name: 'rep',
    lua: 'return ("x"):rep(1e9)',
    ends: error,
    says: 'main.lua:1: a string of more than 1048576 bytes',
  },
  {
    name: 'rep with separators',
    lua: 'return ("x"):rep(2 ^ 20, ("y"):rep(1000))',
    ends: error,
    says: 'more than',
  },
  { name: 'doubling', lua: 'local s = "x" while true do s = s .. s end', ends: error, says: 'more than' },
  {
    name: 'one expression of 150 long strings',
    lua: `local s = ("x"):rep(2 ^ 20) return ${Array.from({ length: 150 }, () => 's').join(' .. ')}`,
    ends: error,
    says: 'more than',
  },
  {
    name: 'concat',
    lua: 'local s, t = ("x"):rep(2 ^ 20), {} for i = 1, 1000 do t[i] = s end return table.concat(t)',
    ends: error,
    says: 'more than',
  },
  {
    name: 'gsub with long replacements',
    lua: 'return ((("x"):rep(1000)):gsub("x", ("y"):rep(10000)))',
    ends: error,
    says: 'more than',
  },
  {
    name: 'gsub between all characters',
    lua: 'return ((("x"):rep(2 ^ 19)):gsub("", "1234567890"))',
    ends: error,
    says: 'more than',
  },
  {
    name: 'format with wide fields',
    lua: 'return (("%99d"):rep(20000)):format(table.unpack((function() local t = {} for i = 1, 20000 do t[i] = i end return t end)()))',
    ends: error,
    says: 'more than',
  },
  {
    name: 'format with a width too wide',
    lua: 'return ("%1000000000d"):format(1)',
    ends: error,
    says: 'too long',
  },
  {
    name: 'format in quotes',
    lua: 'return ("%q"):format(("\\0"):rep(2 ^ 20))',
    ends: error,
    says: 'more than',
  },
  { name: 'pack of a wide field', lua: 'return string.pack("c1000000000", "")', ends: ['error', 'deadline'] },
  {
    name: 'char of many',
    lua: 'return string.char(table.unpack({}, 1, 1e8))',
    ends: error,
    says: 'too many results',
  },
  {
    name: 'bytes of a long string',
    lua: 'return { (("x"):rep(2 ^ 20)):byte(1, -1) }',
    ends: error,
    says: 'stack overflow',
  },
  {
    name: 'code points of a long string',
    lua: 'return { utf8.codepoint(("x"):rep(2 ^ 20), 1, -1) }',
    ends: error,
    says: 'stack overflow',
  },
  {
    name: 'unpack of what is not there',
    lua: 'return { table.unpack({}, 1, 1e9) }',
    ends: error,
    says: 'too many results',
  },
  {
    name: 'long strings, kept',
    lua: 'local t, s = {}, ("x"):rep(2 ^ 20) while true do t[#t + 1] = s:upper() end',
    ends: memory,
    says: 'stopped',
  },
  {
    name: 'long strings, dropped',
    lua: 'local s = ("x"):rep(2 ^ 20) for i = 1, 100 do s:upper() end return 1',
    ends: ['answer', 'deadline'],
  },
  {
    name: 'long strings as keys',
    lua: 'local t, s = {}, ("x"):rep(2 ^ 19) for i = 1, 1e9 do t[s .. i] = true end',
    ends: memory,
  },
  { name: 'a list that grows', lua: 'local t = {} for i = 1, 1e9 do t[i] = i end', ends: memory },
  { name: 'tables that grow', lua: 'local t = {} for i = 1, 1e9 do t[i] = {} end', ends: memory },
  { name: 'names that grow', lua: 'local t = {} for i = 1, 1e9 do t["k" .. i] = i end', ends: memory },
  { name: 'tables in tables', lua: 'local t = {} while true do t = { t, t, t, t } end', ends: memory },
  {
    name: 'closures in closures',
    lua: 'local f = function() end while true do local g = f f = function() return g() end end',
    ends: memory,
  },
  {
    name: 'lists of bytes',
    lua: 'local s, t = ("x"):rep(40000), {} while true do t[#t + 1] = { s:byte(1, -1) } end',
    ends: memory,
  },
  {
    name: 'growth in pcall',
    lua: 'local t = {} while true do pcall(function() while true do t[#t + 1] = {} end end) end',
    ends: memory,
  },
  {
    name: 'deep recursion',
    lua: 'local function f(n) return 1 + f(n + 1) end return f(1)',
    ends: error,
    says: 'stack overflow',
  },
  {
    name: 'deep recursion with many locals',
    lua: `local function f(${Array.from({ length: 100 }, (_, at) => `a${at}`).join(', ')}) return 1 + f(1) end return f(1)`,
    ends: error,
    says: 'stack overflow',
  },
  {
    name: 'varargs that double',
    lua: 'local function f(...) return f(..., ...) end return f(1, 2, 3)',
    ends: ['error', 'deadline'],
  },
];

const results: readonly Script[] = [
  { name: 'a value in itself', lua: 'local t = {} t.t = t return t', ends: shape, says: 't holds itself' },
  {
    name: 'a list in itself',
    lua: 'local t = {} t[1] = { { t } } return t',
    ends: shape,
    says: 'holds itself',
  },
  {
    name: 'deep nesting',
    lua: 'local t = {} for i = 1, 100 do t = { t } end return t',
    ends: shape,
    says: 'nested deeper than 32',
  },
  {
    name: 'one value in many places',
    lua: 'local t = { ("x"):rep(1000) } for i = 1, 20 do t = { t, t } end return t',
    ends: shape,
    says: 'larger than',
  },
  {
    name: 'a list too long',
    lua: 'local t = {} for i = 1, 2e5 do t[i] = ("x"):rep(10) end return t',
    ends: ['shape', 'deadline', 'memory'],
  },
  {
    name: 'control characters',
    lua: 'return ("\\1"):rep(2 ^ 20 - 10)',
    ends: shape,
    says: 'too large as JSON',
  },
  {
    name: 'not a number',
    lua: 'return { x = 0 / 0 }',
    ends: shape,
    says: 'x is a number that JSON does not have',
  },
  { name: 'infinity', lua: 'return { { y = -math.huge } }', ends: shape, says: '[1].y is a number' },
  {
    name: 'names and positions',
    lua: 'return { 1, 2, x = 3 }',
    ends: shape,
    says: 'both names and positions',
  },
  { name: 'holes', lua: 'return { [1] = 1, [2 ^ 31 - 1] = 2 }', ends: shape, says: 'holes' },
  {
    name: 'a fraction as position',
    lua: 'return { [1.5] = 1 }',
    ends: shape,
    says: 'neither a name nor a position',
  },
  { name: 'a table as name', lua: 'return { [{}] = 1 }', ends: shape, says: 'neither a name nor a position' },
  { name: 'true as name', lua: 'return { [true] = 1 }', ends: shape, says: 'neither a name nor a position' },
  { name: 'a function', lua: 'return print', ends: shape, says: 'the value is a function' },
  {
    name: 'bytes that are no text',
    lua: 'return { "\\xff\\xc0\\xed\\xa0\\x80", ["\\xfe"] = nil }',
    ends: answer,
    says: '\ufffd',
  },
  {
    name: 'names of JavaScript',
    lua: 'return { ["__proto__"] = { polluted = true }, constructor = { prototype = {} }, toString = 1, hasOwnProperty = 2 }',
    ends: answer,
    says: /^(?!.*polluted)/,
  },
  { name: 'nil', lua: 'return nil', ends: answer },
  { name: 'many results', lua: 'return table.unpack({}, 1, 40000)', ends: answer },
];

const reaching: readonly Script[] = [
  {
    name: 'what is not there',
    lua: 'local found = {} for _, name in ipairs { "os", "io", "debug", "package", "coroutine", "load", "loadstring", "loadfile", "dofile", "collectgarbage", "fengari", "js", "module", "process", "arg" } do if _G[name] ~= nil then found[#found + 1] = name end end return { n = #found, dump = string.dump == nil }',
    ends: answer,
    says: '{"n":0,"dump":true}',
  },
  {
    name: 'the metatable of strings',
    lua: 'getmetatable("").__index = function() while true do end end',
    ends: error,
    says: 'attempt to index a boolean value',
  },
  {
    name: 'the metatable of strings, set',
    lua: 'setmetatable("", {})',
    ends: error,
    says: 'bad argument #1',
  },
  {
    name: 'the metatable of the globals',
    lua: 'setmetatable(_G, { __index = function() while true do end end }) return nowhere',
    ends: deadline,
  },
  {
    name: 'functions of strings, replaced',
    lua: 'for k in pairs(string) do string[k] = function() while true do end end end return 1',
    ends: answer,
  },
  { name: 'all globals, removed', lua: 'for k in pairs(_G) do _G[k] = nil end return 1', ends: error },
  {
    name: 'the host, replaced',
    lua: 'if ptywright then for k in pairs(ptywright) do ptywright[k] = function() while true do end end end end ptywright = setmetatable({}, { __index = function() while true do end end }) return 1',
    ends: answer,
  },
  {
    name: 'bytecode',
    lua: 'return { pcall(require, "bytecode") }',
    ends: answer,
    says: 'attempt to load a binary chunk',
  },
  ...[
    '../main',
    '/etc/passwd',
    'a/b',
    'a\\0b',
    'fs',
    'os',
    'fengari',
    'node:fs',
    '__proto__',
    'constructor',
    'main',
    '',
  ].map((name) => ({
    name: `require ${JSON.stringify(name)}`,
    lua: `return require '${name}'`,
    ends: error,
    says: /^main\.lua:1: (?:there is no|main\.lua is required)/,
  })),
  {
    name: 'require of what is no name',
    lua: 'return require({})',
    ends: error,
    says: "bad argument #1 to 'require'",
  },
  {
    name: 'a module that requires itself',
    lua: 'return require "itself"',
    ends: error,
    says: 'itself.lua is required while',
  },
  {
    name: 'a module that loops',
    lua: 'return require "loops"',
    ends: deadline,
    says: 'loops.lua:1: stopped',
  },
];

const noises: readonly Script[] = [
  {
    name: 'a long message',
    lua: 'error(("x"):rep(2 ^ 20 - 100))',
    ends: error,
    says: /^main\.lua:1: x{2000,}…$/,
  },
  {
    name: 'a message that is a table',
    lua: 'error({ message = "x" })',
    ends: error,
    says: 'an error that is a table',
  },
  { name: 'a message that is nil', lua: 'error(nil)', ends: error, says: 'an error that is no text' },
  {
    name: 'a message that is a function',
    lua: 'error(print)',
    ends: error,
    says: 'an error that is no text',
  },
  { name: 'a message that is no text', lua: 'error("\\xff\\xfe", 0)', ends: error, says: '\ufffd' },
  { name: 'an error at a level that is not there', lua: 'error("x", 2 ^ 30)', ends: error },
  { name: 'many lines in the log', lua: 'for i = 1, 5000 do print(i) end return 1', ends: answer },
  { name: 'many lines in the log, for ever', lua: 'while true do print("x") end', ends: deadline },
  { name: 'a long line in the log', lua: 'print(("x"):rep(2 ^ 20)) return 1', ends: answer },
  {
    name: 'many rules',
    lua: 'if ptywright.rule then for i = 1, 3000 do ptywright.rule("r" .. i, false) end end return 1',
    ends: answer,
  },
];

export const groups: Readonly<Record<string, readonly Script[]>> = {
  loops,
  'errors swallowed': swallowed,
  metamethods,
  libraries,
  bombs,
  results,
  'reaching out': reaching,
  noises,
};

/** Beside main.lua in every one of them. */
export const modules: Readonly<Record<string, string>> = {
  bytecode: '\u001bLua\u0053\u0000',
  itself: "return require 'itself'",
  loops: 'while true do end',
};
