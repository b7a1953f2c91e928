/**
 * The only file that accesses the standard streams. Standard output carries the protocol or the result of a command.
 */
export const standardInput = () => process.stdin;
export const standardOutput = () => process.stdout;
export const standardError = () => process.stderr;
