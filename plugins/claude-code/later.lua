-- Modules that are read when something of them is first called: what one call may take of a processor is bounded, and
-- loading is a call.

return function(name)
  return setmetatable({}, {
    __index = function(_, deed)
      return function(...) return require(name)[deed](...) end
    end,
  })
end
