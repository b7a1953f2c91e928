-- Reads a task list: a checkbox in each row, and its text, which may take several rows.

local screen, text = ptywright.screen, ptywright.text

local boxes = {
  ["☐"] = "pending",
  ["◻"] = "pending",
  ["◼"] = "in_progress",
  ["☒"] = "completed",
  ["☑"] = "completed",
  ["✔"] = "completed",
}

local signs = {}
for box in pairs(boxes) do signs[#signs + 1] = box end

-- Returns the column of the checkbox of a task, the checkbox, and the text after it. Text that takes several rows may
-- begin directly at the checkbox.
local function box_in(view, at)
  local plain = view:plain(at):gsub("⎿", " ", 1)
  local indent, box, words = plain:match("^(  +)(\226[\151\152\156][\128-\191]) ?(.*)$")
  if box and boxes[box] and words ~= "" then return #indent, box, words end
end

-- The first versions show the current task in bold, with the checkbox of a pending task.
local function begins_item(view, at)
  local column, box, words = box_in(view, at)
  if not column then return nil end
  local done_now = boxes[box] == "pending" and screen.style_at(at, column + 2).bold
  return { status = done_now and "in_progress" or boxes[box], text = text.trim(words), column = column }
end

-- Returns the task list in the rows of a view, or nil. `is_other(row)`: whether a row is text of the model, which may look
-- like a task.
return function(view, from, to, is_other)
  if not screen.has(signs) then return nil end
  local list, item = {}, nil
  for at = from, to do
    local row = view:row(at)
    local next = not is_other(at) and begins_item(view, at) or nil
    if next then
      list[#list + 1] = next
    elseif item and not is_other(at) and #row:match("^ *") > item.column then
      item.text = item.text .. " " .. text.trim(row)
      next = item
    end
    item = next
  end
  for _, one in ipairs(list) do one.column = nil end
  return #list > 0 and list or nil
end
