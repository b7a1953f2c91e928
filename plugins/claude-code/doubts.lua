-- Finds reasons why a dialog may hide part of what a Yes would permit. Such a dialog is not approved.

local legible = require "lib/legible"
local version = require "version"

local text = ptywright.text

local doubts = {}

-- Whether a frame has other control characters than those of every frame. The first versions write control characters
-- of a command unescaped.
local function has_control(frame)
  local visible, after = frame:gsub("^[\27%[%d;AGHJK\r]*", ""):match("^(.-)\27%[%?2026l(.*)$")
  if not visible then return true end
  visible = visible:gsub("\27%[[%d;]*m", ""):gsub("\27%(B", ""):gsub("\r+\n", "\n")
  after = after:gsub("\27%][02];[^\7\27]*\7", ""):gsub("\27%[%?%d+[hl]", "")
  return visible:find("[%z\1-\8\11-\31\127]") ~= nil or after ~= ""
end

-- A frame whose start has left the transcript cannot be checked.
local longest = 30000

-- Finds C1 control characters. No version writes them itself.
local function has_c1(written)
  local at = written:find("\194", 1, true)
  while at do
    if (written:byte(at + 1) or 160) < 160 then return true end
    at = written:find("\194", at + 1, true)
  end
  return false
end

local function control_characters(view)
  local written, raw = view.ctx.transcript, version.of(view).facts.raw
  local frame = raw and (written:match("^.*\27%[%?2026h(.*)$") or #written > longest and "") or nil
  if has_c1(written) or frame and has_control(frame) then
    return "control characters were written with it, which the screen does not show"
  end
end

-- Finds the remark of Claude Code below a command. It has less indent than the command.
local function remarked(view, found)
  for at = found.title_row + 1, found.question.from - 1 do
    local words = view:row(at):match("^ (Contains [%a ]+)$")
    if words then return ("Claude Code remarks: %s"):format(words) end
  end
end

local function unseen_characters(request)
  local _, first = legible(request.summary)
  if first then return ("it contains invisible characters, such as %s"):format(first) end
  for _, words in ipairs { request.summary or "", request.title or "", request.question } do
    if words:find("\239\191\189") then return "it contains characters that cannot be displayed" end
  end
end

-- In a dialog, only lines begin at the left edge. The question and the content are indented in every version.
local function at_left_edge(view, found)
  for at = found.title_row, found.question.to do
    local glyph = view:glyph(at)
    if glyph and glyph ~= "╌" and glyph ~= "─" then return ("%q is at its left edge"):format(glyph) end
  end
end

local function unspaced(words) return (words:gsub("%s+", "")) end

-- Whether a question ends with the whole name of a file. The name may be wrapped at the end of a row.
local function asks_about(question, file)
  for at in question:gmatch(" ()") do
    if unspaced(question:sub(at)) == file .. "?" then return true end
  end
  return false
end

-- Checks that the question names the same file as the title, without its folders.
local function other_file(request, path)
  if path:find("%S  +%S") then return "its path has several blanks in a row, which may be a tab" end
  local file = unspaced(path:gsub("^…", "")):match("[^/]+$")
  if file and text.starts(request.question, "Do you want to ") and asks_about(request.question, file) then return nil end
  return ("its title names %s, and its question is: %s"):format(path, request.question)
end

local function other_host(request)
  local named = request.body:match("Claude wants to fetch content from ([^%s]+)")
  local host = request.summary:match("^%a[%w+.-]*://([^/?#%s]+)") or request.summary:match("^([^/?#%s]+)")
  if not named or not host then return nil end
  host = host:gsub("^.*@", "")
  if text.lower(host) == text.lower(named) or text.lower((host:gsub(":%d+$", ""))) == text.lower(named) then return nil end
  return ("it is about %s, and the address is %s"):format(named, request.summary)
end

-- `request` is the permission as it was read, `path` the file to be written. Returns nil, or the reason for doubt.
function doubts.of(view, found, request, path)
  if found.kind == "plain" then return control_characters(view) or unseen_characters(request) end
  return control_characters(view)
    or remarked(view, found)
    or unseen_characters(request)
    or at_left_edge(view, found)
    or path and other_file(request, path)
    or request.tool == "WebFetch" and request.summary and other_host(request)
    or nil
end

return doubts
