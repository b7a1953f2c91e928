/** The time to classify a screen by each plugin. */
import { readdirSync } from 'node:fs';
import { corpus } from '../corpora.ts';
import { programNamed } from '../places.ts';
import { figuresOf } from '../process.ts';
import { type Contender, figureAtMost, type Row, reportedFigure } from '../row.ts';

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
  what: `a plugin classifies a coloured screen, ${size.rows}x${size.cols}, with the round trip to its thread`,
  rounds: 5,
  contenders: plugins.map(request),
  comparisons: plugins.flatMap((plugin) => [
    { what: `${plugin}, p50`, unit: 'ms', ours: { of: plugin, figure: 'p50' }, limit: figureAtMost(2) },
    { what: `${plugin}, p99`, unit: 'ms', ours: { of: plugin, figure: 'p99' }, limit: reportedFigure },
  ]),
};
