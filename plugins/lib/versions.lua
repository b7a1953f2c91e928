-- What differs between the versions of a program, as far as a rule depends on it.
--
-- A plugin gives one table: { newest (the newest tested version), facts = { NAME = { from, before, unknown } } }. `from` and
-- `before` limit the versions for which a fact is true. `unknown` is its value for newer versions and for an unknown one.

local versions = {}

-- Returns the first version in a text as a list of three numbers, or nil.
function versions.numbers(words)
  local major, minor, patch = words:match("(%d+)%.(%d+)%.(%d+)")
  return major and { tonumber(major), tonumber(minor), tonumber(patch) }
end

local function is_before(one, other)
  for at = 1, 3 do
    if one[at] ~= other[at] then return one[at] < other[at] end
  end
  return false
end

local function applies(fact, numbers)
  local is_early = fact.from and is_before(numbers, versions.numbers(fact.from))
  return not is_early and not (fact.before and not is_before(numbers, versions.numbers(fact.before)))
end

-- Returns { text, facts (whether each applies, by name), newer (than any tested version) }. Without numbers, relies on no
-- sign of some versions only.
function versions.of(definition, numbers)
  local newer = numbers ~= nil and is_before(versions.numbers(definition.newest), numbers)
  local facts = {}
  for name, fact in pairs(definition.facts) do
    if numbers and not newer then facts[name] = applies(fact, numbers) else facts[name] = fact.unknown end
  end
  return { text = numbers and table.concat(numbers, "."), facts = facts, newer = newer }
end

return versions
