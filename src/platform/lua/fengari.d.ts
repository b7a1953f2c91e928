/** fengari comes without types: what is used of it is typed in machine.ts. */
declare module 'fengari/src/*.js' {
  const contents: unknown;
  export default contents;
}
