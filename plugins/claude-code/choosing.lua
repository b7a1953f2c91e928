-- The intents that answer a dialog.

return require("lib/answers").intents(require("acting").agent)
