require('../dist/start.cjs').commandLine.open().main(process.argv.slice(2));
