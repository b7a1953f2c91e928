-- Loads a module at the first call of one of its functions. The processor time of one call is limited, and loading
-- counts towards it.

return function(name)
  return setmetatable({}, {
    __index = function(_, member)
      return function(...) return require(name)[member](...) end
    end,
  })
end
