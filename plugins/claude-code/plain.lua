local plain = {}
function plain.state() return nil end
return plain
