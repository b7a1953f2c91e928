/** The cost of reading the state of a plugin. */
import { readdirSync } from 'node:fs';
import { corpus } from '../corpora.ts';
import { programNamed } from '../places.ts';
import { figuresOf } from '../process.ts';
import { type Contender, figureAtMost, type Row, writtenFigure } from '../row.ts';

const size = { rows: 60, cols: 200 };

/** Each built-in plugin. */
const plugins = readdirSync('manifests')
  .filter((name) => name.endsWith('.toml'))
  .map((name) => name.slice(0, -'.toml'.length));

const request = (plugin: string): Contender => ({
  name: plugin,
  open: async (bench) => {
    const { file } = await corpus('sgr', bench);
    const words = ['classifications', plugin, file, `${size.rows}`, `${size.cols}`];
    return { round: () => figuresOf([...programNamed('inside'), ...words]) };
  },
});

export const classification: Row = {
  name: 'classification',
  what: `a plugin asked for a state, ${size.rows}x${size.cols} in colours, with the way to its thread and back`,
  rounds: 5,
  contenders: plugins.map(request),
  comparisons: plugins.flatMap((plugin) => [
    { what: `${plugin}, p50`, unit: 'ms', ours: { of: plugin, figure: 'p50' }, bar: figureAtMost(2) },
    { what: `${plugin}, p99`, unit: 'ms', ours: { of: plugin, figure: 'p99' }, bar: writtenFigure },
  ]),
};
