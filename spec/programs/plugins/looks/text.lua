local text = {}

function text.find(within, wanted)
  return within:find(wanted, 1, true) and wanted
end

return text
