-- Verbs with which later versions say what a tool does, instead of its name.

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

-- The tool that runs, by a verb in the present.
function verbs.present(verb) return present[capital(verb)] end

-- The tool that has ended, by a verb in the past, wherever it stands in a sentence.
function verbs.past(verb) return past[capital(verb)] end

-- Either of them.
function verbs.tool(verb) return verbs.present(verb) or verbs.past(verb) end

return verbs
