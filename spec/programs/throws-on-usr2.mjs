// Preloaded into a program, it makes it fail as a fault of its own would.
process.on('SIGUSR2', () => {
  throw new Error('on purpose');
});
