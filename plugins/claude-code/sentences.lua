-- Sentences about tools: later versions use verbs instead of names, and fold finished tools into one sentence, such as
-- "Read 2 files, ran 1 shell command".

local colours = require "colours"

local screen, text = ptywright.screen, ptywright.text

local sentences = {}

local present = {
  Reading = "Read", Listing = "Bash", Running = "Bash", Searching = "Grep", Fetching = "WebFetch",
  Writing = "Write", Editing = "Edit",
}

local past = { Read = "Read", Listed = "Bash", Ran = "Bash", Searched = "Grep", Fetched = "WebFetch" }

local function capital(verb) return verb:sub(1, 1):upper() .. verb:sub(2) end

-- Returns the running tool for a verb in the present tense.
function sentences.present(verb) return present[capital(verb)] end

-- Returns the finished tool for a verb in the past tense, at any position in a sentence.
function sentences.past(verb) return past[capital(verb)] end

-- Either of them.
function sentences.tool(verb) return sentences.present(verb) or sentences.past(verb) end

-- The whole sentence is grey, with bold numbers.
local function is_in_its_colours(at)
  local fg, counts = screen.style_at(at, 2).fg, false
  if not fg or type(fg) == "string" and not colours.is_grey(fg) then return false end
  for _, run in ipairs(screen.runs(at)) do
    if run.text:find("%S") and run.fg ~= fg then return false end
    counts = counts or (run.bold and run.text:find("^%d+$") ~= nil)
  end
  return counts
end

-- Without colours, only the text counts: a paragraph of tool verbs and counts, and possibly their outcome.
local function is_in_its_words(view, at)
  if view:is_coloured() or not (view:blank(at + 1) or view:row(at + 1):find("^  ⎿")) then return false end
  local sentence = view:row(at):gsub(" %(ctrl%+o to expand%)$", "")
  for part in (text.trim(sentence) .. ", "):gmatch("(.-), ") do
    local verb = part:match("^(%a+) [%l ]*%d+ %l[%l ]*$")
    if not verb or not sentences.past(verb) then return false end
  end
  return true
end

-- Whether a row is such a sentence. It has no bullet.
function sentences.is_folded(view, at)
  if not view:row(at):find("^  %u%l+ .*%d") or not view:blank(at - 1) then return false end
  return is_in_its_colours(at) or is_in_its_words(view, at)
end

-- Versions before 2.1.112 put the bullet of a tool before the sentence.
function sentences.has_bullet(words)
  return words:find("^%u%l+ .*%d.*%(ctrl%+o to expand%)$") ~= nil and not words:find("…", 1, true)
end

return sentences
