local action, matcher = ptywright.action, ptywright.matcher

local echo = {}

function echo.classify(ctx)
  return ptywright.state("ready", { confidence = 1.0, evidence = "echo plugin" })
end

function echo.send_prompt(params)
  return {
    actions = { action.text(params.prompt), action.key("enter") },
    last_intent = "prompt_submitted",
  }
end

function echo.anchored(ctx)
  return { matched = true, evidence = "asked for " .. ctx.params.anchor }
end

function echo.wait_turn_matcher()
  return matcher.screen_stable(150)
end

return echo
