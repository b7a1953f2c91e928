/** Counts the turns of the event loop until the work is done. */
export async function turnsOf(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let done = false;
  const count = (): void => {
    if (done) return;
    turns++;
    setImmediate(count);
  };
  setImmediate(count);
  await work;
  done = true;
  return turns;
}
