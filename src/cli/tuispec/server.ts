/** `ptywright tuispec server`: its words become those of `ptywright serve`. */
import type { Given } from '../command.ts';
import { serve as declaration } from '../commands/serve.ts';
import type { server as own } from '../commands/tuispec.ts';
import { read } from '../read.ts';
import { serve } from '../serve.ts';

type Options = Given<typeof own.options>;
type ServeOptions = Given<typeof declaration.options>;

export function server(given: Options): Promise<number> {
  const dir = given['artifact-dir'];
  const words = [
    `--listen=tuispec+stdio:?${queryOf(given)}`,
    ...(dir === undefined ? [] : [`--artifact-dir=${dir}`]),
  ];
  return serve(read(declaration, words).given as ServeOptions, []);
}

/** What is not given is not said: a variable may say it. */
function queryOf(given: Options): string {
  const asked = {
    cols: given.cols,
    rows: given.rows,
    timeout: given['timeout-seconds'],
    ambiguity: given['ambiguity-mode'],
  };
  const said = Object.entries(asked).filter(([, value]) => value !== undefined);
  return ['wire=client', ...said.map(([name, value]) => `${name}=${value}`)].join('&');
}
