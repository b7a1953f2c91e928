// When preloaded into a program, makes SIGUSR2 throw an uncaught error.
process.on('SIGUSR2', () => {
  throw new Error('on purpose');
});
