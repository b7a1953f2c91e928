-- Rules for the panels that replace the composer. A rule checks the shape of a panel before its text.

local composer = require "composer"
local later = require "lib/later"

local access = later "access"
local pages = later "pages"
local permission = later "permission"
local plan = later "plan"
local question = later "question"

local dialogs = {}

-- A panel that is known only by its line must be visible for this long.
local drawing_ms = 100
-- An edit dialog reads the file first, and takes this long at most.
local loading_ms = 2000

local function rule(name, of, when, confidence)
  dialogs[#dialogs + 1] = { name = name, state = of, when = when, confidence = confidence }
end

rule("an editor has the draft", "waiting_for_external_editor", function(ui)
  local row = not ui.composer and not ui.plain and composer.handed_to_editor(ui.view)
  return row and { rows = { row }, evidence = "the composer contains a message instead of a draft" }
end)

local function matched(found, evidence, metadata)
  local rows = { found.title_row }
  for _, option in ipairs(found.options) do rows[#rows + 1] = option.row end
  return { rows = rows, evidence = evidence, metadata = metadata }
end

local function dialog(name, of, is, evidence, metadata_of, confidence)
  rule(name, of, function(ui)
    local found = ui.panel
    if not found then return { matched = false, why = "no dialog is in place of the composer" } end
    if not is(ui.view, found, ui) then return nil end
    return matched(found, evidence, metadata_of(ui.view, found))
  end, confidence)
end

local function of_panel(is) return function(_, found) return is(found) end end

dialog("a choice between trust and leaving", "waiting_for_trust", of_panel(access.asks_trust),
  "two choices are in place of the composer, and one is to exit", access.trust, 0.98)

dialog("a login", "waiting_for_login", access.asks_login, "a login is in place of the composer", access.login, 0.96)

dialog("a question of the model", "waiting_for_user_input", question.is,
  "a question with a tab is in place of the composer", question.of, 0.98)

dialog("the model picker", "waiting_for_model_select", of_panel(pages.selects_model),
  "a list of models is in place of the composer", pages.models, 0.98)

dialog("whether to plan", "waiting_for_enter_plan_mode",
  function(_, found, ui) return ui.version.facts.planning and plan.enters(found) end,
  "the question whether to plan is in place of the composer", function(_, found) return plan.entering(found) end, 0.98)

dialog("a plan to be approved", "waiting_for_plan_approval", plan.waits,
  "a plan and choices are in place of the composer", plan.of, 0.97)

local function asks_permission(_, found) return found.kind ~= "sheet" and permission.is(found) end

rule("a permission for what is not drawn yet", "thinking", function(ui)
  local found, waited = ui.panel, ui.ctx.stable_ms
  if not found or waited >= loading_ms or not asks_permission(ui.view, found) then return nil end
  if permission.is_whole(ui.view, found) then return nil end
  return { rows = { found.title_row }, evidence = "the requested action is not drawn yet", recheck_ms = loading_ms - waited }
end, 0.9)

dialog("a permission to be given", "waiting_for_permission", asks_permission,
  "a question with a Yes and a No is in place of the composer", permission.of, 0.97)

dialog("the usage page", "usage_screen", pages.shows_usage, "the usage page is in place of the composer",
  function(view, found) return { usage = pages.usage(view, found) } end, 0.95)

-- The detailed transcript has a line and one row below it. Its turn may still run.
local function transcript_row(ui)
  local found = ui.panel
  if not found or found.kind ~= "lines" or found.first ~= ui.view.last then return nil end
  return ui.view:row(found.first):find("ctrl%+o") and found.first
end

rule("the detailed transcript of a turn that runs", "thinking", function(ui)
  local row = transcript_row(ui)
  return row and ui.title == "busy" and { rows = { row }, evidence = "the title shows a running turn" }
end, 0.9)

rule("the detailed transcript", "local_ui_screen", function(ui)
  local row, metadata = transcript_row(ui), { screen = { title = "transcript" } }
  return row and { rows = { row }, evidence = "the detailed transcript has no composer", metadata = metadata }
end, 0.9)

local function waits_for_user(found) return found.selected or found.hint:find("Esc", 1, true) or found.kind ~= "bare" end

rule("another panel", "local_ui_screen", function(ui)
  local found = ui.panel
  if not found or not waits_for_user(found) then return nil end
  if found.kind ~= "sheet" and found.kind ~= "plain" and ui.ctx.stable_ms < drawing_ms then
    return { matched = false, why = "it may be part of a screen that is still being drawn" }
  end
  return matched(found, "a panel is in place of the composer", { screen = pages.of(found) })
end, 0.85)

-- The first screens have neither a composer nor a line above them.
rule("a page before the first prompt", "local_ui_screen", function(ui)
  if ui.composer or not ui.view:row(0):find("^Welcome to Claude Code") then return nil end
  local row = ui.view.last
  local continue = ui.view:row(row):find("Enter to continue", 1, true) ~= nil
  return {
    rows = { row },
    evidence = "the welcome page has no composer",
    metadata = { screen = { title = "welcome", welcome = true, continue = continue } },
  }
end, 0.8)

return dialogs
