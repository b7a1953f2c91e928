-- Verbs that later versions use instead of the names of tools.

local verbs = {}

local present = {
  Reading = "Read",
  Listing = "Bash",
  Running = "Bash",
  Searching = "Grep",
  Fetching = "WebFetch",
  Writing = "Write",
  Editing = "Edit",
}

local past = {
  Read = "Read",
  Listed = "Bash",
  Ran = "Bash",
  Searched = "Grep",
  Fetched = "WebFetch",
}

local function capital(verb) return verb:sub(1, 1):upper() .. verb:sub(2) end

-- Returns the running tool for a verb in the present tense.
function verbs.present(verb) return present[capital(verb)] end

-- Returns the finished tool for a verb in the past tense, at any position in a sentence.
function verbs.past(verb) return past[capital(verb)] end

-- Either of them.
function verbs.tool(verb) return verbs.present(verb) or verbs.past(verb) end

return verbs
