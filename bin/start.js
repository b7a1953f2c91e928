import('../dist/start.js').then(({ commandLine }) => commandLine.open().main(process.argv.slice(2)));
