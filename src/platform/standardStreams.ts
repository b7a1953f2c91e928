/** The only place that touches the standard streams: standard output belongs to the protocol, or to the result. */
export const standardInput = () => process.stdin;
export const standardOutput = () => process.stdout;
export const standardError = () => process.stderr;
