-- Reads from the screen alone: a password prompt, a pager, something like a prompt.

local screen = ptywright.screen

local screens = {}

local function before_cursor()
  local cursor = screen.cursor()
  if ptywright.text.trim(screen.after_cursor()) ~= "" then return nil, cursor.row end
  return screen.before_cursor(), cursor.row
end

local secrets = {
  "password[^:]*:%s*$", "passphrase[^:]*:%s*$", "passcode[^:]*:%s*$",
  "%f[%w]pin[^:]*:%s*$", "verification code[^:]*:%s*$", "one%-time code[^:]*:%s*$",
}

-- A password prompt: its text ends at the cursor.
function screens.password()
  local text, row = before_cursor()
  if not text then return nil end
  local lower = ptywright.text.lower(text)
  for _, pattern in ipairs(secrets) do
    if lower:find(pattern) then return { row = row, words = ptywright.text.trim(text) } end
  end
end

local function inverse_at_start(row)
  local first = screen.styled(row, { inverse = true })[1]
  return first and first.col == 0 and ptywright.text.trim(first.text) or ""
end

-- A pager waits below its text: after `:` in the last row, or after an isolated inverse sign.
function screens.pager()
  local text, row = before_cursor()
  if not text or row ~= screen.last_row() then return nil end
  if text:match("^:%s*$") and row == screen.size().rows - 1 then return { row = row, words = ":" } end
  local sign = inverse_at_start(row)
  if sign == "" or sign ~= ptywright.text.trim(text) then return nil end
  -- A program that left inverse on writes all its rows in it.
  if row > 0 and inverse_at_start(row - 1) ~= "" then return nil end
  return { row = row, words = sign }
end

-- An ending that many prompts have. A command can print it as well.
function screens.prompt()
  local text, row = before_cursor()
  if text and (text:find("[%$#%%>] ?$") or text:find("❯ ?$") or text:find("λ ?$")) then return { row = row } end
end

-- The continuation prompts of shells.
function screens.continuation()
  local text, row = before_cursor()
  if text and (text:find("^> ?$") or text:find("^%l[%l ]*> ?$")) then return { row = row } end
end

return screens
