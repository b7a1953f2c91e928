-- Metadata that every state has: the mode, the current turn, its tools, and queued prompts.

local answer = require "answer"
local memory = require "memory"
local problem = require "problem"
local turn = require "turn"
local version = require "version"

local screen, text = ptywright.screen, ptywright.text

local details = {}

-- The banner shows the model beside the account: "Opus 5.5 · API Usage Billing". The user may have changed it since.
local function in_banner(view)
  if not version.in_banner(view) then return nil end
  for at = 0, math.min(view.last, 11) do
    local glyph = view:glyph(at)
    if glyph == "●" or glyph == "⏺" or glyph == "❯" or glyph == ">" then return nil end
    local name = view:row(at):match("(%u%l+ [%d%.]+[^·│]-) · ")
    if name then return name end
  end
end

-- Reads the model from the output of the command that changed it.
local function chosen(turn)
  local command = turn.echo and turn.echo.text:find("^/model")
  local block = command and turn.blocks[1]
  local result = block and not block.is_text and block.result and text.squeeze(table.concat(block.result, " "))
  local name = result and result:match("^Set model to (.+)$")
  return name and (name:gsub(" and saved .*", ""):gsub(" [%(·].*", ""))
end

local function model_in(ui)
  local found = ui.version.text and in_banner(ui.view)
  if found and found ~= memory.banner then memory.model, memory.banner = found, found end
  if ui.composer then memory.model = chosen(ui.turn) or memory.model end
  return memory.model
end

local function some(list) return #list > 0 and list or nil end

local function add_composer(ui, metadata)
  local found = ui.composer
  metadata.mode = ui.footer.mode or "default"
  metadata.input = found.kind ~= "prompt" and found.kind or nil
  metadata.draft = found.draft ~= "" and found.draft or nil
  metadata.placeholder = found.placeholder
end

local function turn_of(found)
  local activity = found.activity or {}
  return {
    prompt = found.echo and found.echo.text or nil,
    text = answer.words(found),
    whole = found.whole,
    interrupted = turn.interrupted(found) or nil,
    progress = activity.progress,
    duration_ms = activity.duration_ms,
    background = activity.background,
  }
end

-- Text without a prompt or a bullet belongs to an answer if a turn was seen running, or if the answer fills the screen
-- with other text than that before the prompt.
local function add_turn(ui, metadata, state)
  local found = ui.turn
  metadata.todos = answer.todos(ui.view, found)
  local ends_answer = found.tail
    and (memory.turn.begun or state == "completed_turn" and answer.words(found) ~= memory.submission.text)
  if not found.echo and #found.blocks == 0 and not ends_answer then return end
  metadata.turn = turn_of(found)
  metadata.tools = some(answer.tools(found))
  metadata.queued = some(found.queued)
  metadata.error = metadata.error or ui.problem or problem.passing(found) or nil
end

function details.add(ui, metadata, state)
  if ui.composer then add_composer(ui, metadata) end
  if ui.composer or ui.panel then add_turn(ui, metadata, state)
  -- This much is reliable even on a partly drawn screen.
  elseif not ui.plain and screen.has("etrying") then metadata.error = problem.passing(ui.turn) end
  metadata.status = { permission_mode = metadata.mode, model = model_in(ui), version = ui.version.text }
end

return details
