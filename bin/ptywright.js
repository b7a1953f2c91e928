#!/usr/bin/env node
// Old releases of Node must be able to parse this file, so it has no newer syntax.
var needed = require('../package.json').engines.node.replace('>=', '');
var wanted = needed.split('.').map(Number);
var found = process.versions.node.split('.').map(Number);

if (found[0] > wanted[0] || (found[0] === wanted[0] && found[1] >= wanted[1])) {
  require('./start.js');
} else {
  process.stderr.write(
    'ptywright needs Node ' + needed + ' or newer; ' + process.execPath + ' is ' + process.version + '\n',
  );
  process.exitCode = 1;
}
