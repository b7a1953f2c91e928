-- Finds invisible and misleading characters in a text. A plugin must report a doubt for a command with such a character.

-- Characters that are invisible, look like a blank, or change the order of other characters.
local unseen = {
  { 0x00a0, 0x00a0 }, { 0x00ad, 0x00ad }, { 0x034f, 0x034f }, { 0x061c, 0x061c }, { 0x115f, 0x1160 }, { 0x1680, 0x1680 },
  { 0x17b4, 0x17b5 }, { 0x180b, 0x180f }, { 0x2000, 0x200f }, { 0x2028, 0x202f }, { 0x205f, 0x206f }, { 0x2800, 0x2800 },
  { 0x3000, 0x3000 }, { 0x3164, 0x3164 }, { 0xfe00, 0xfe0f }, { 0xfeff, 0xfeff }, { 0xffa0, 0xffa0 }, { 0xfff0, 0xfffb },
  { 0x1bca0, 0x1bca3 }, { 0x1d173, 0x1d17a }, { 0xe0000, 0xe0fff },
}

-- After a non-ASCII character, these are part of an emoji or a letter.
local function joins(code)
  return code == 0x200c or code == 0x200d or (code >= 0xfe00 and code <= 0xfe0f) or (code >= 0xe0020 and code <= 0xe007f)
end

local function is_unseen(code, behind_others)
  if behind_others and joins(code) then return false end
  for _, range in ipairs(unseen) do
    if code <= range[2] then return code >= range[1] end
  end
  return false
end

-- Writes invisible characters as \u{200b}. The second result is the first such character.
return function(words)
  local first
  local text = words and words:gsub("()([\194-\244][\128-\191]*)", function(at, char)
    local code = utf8.codepoint(char)
    if not is_unseen(code, at > 1 and words:byte(at - 1) > 127) then return nil end
    first = first or ("\\u{%04x}"):format(code)
    return ("\\u{%04x}"):format(code)
  end)
  return text, first
end
