/** Every derived file: its path and what it has to hold. */
import { termwright } from '../dialects/termwright/index.ts';
import { tuispec } from '../dialects/tuispec/index.ts';
import { wrightty } from '../dialects/wrightty/index.ts';
import { wsh } from '../dialects/wsh/index.ts';
import type { Dialect } from '../rpc/dialect.ts';
import { actionsPage } from './actionsPage.ts';
import { withCodeMap } from './codeMap.ts';
import { dialectPage } from './dialectPage.ts';
import { document, peerDocument } from './document.ts';
import { faultsPage } from './faultsPage.ts';
import { hostPage } from './hostPage.ts';
import { hostStubs } from './hostStubs.ts';
import { limitsPage } from './limitsPage.ts';
import { manifestPage } from './manifestPage.ts';
import { manifestSchema } from './manifestSchema.ts';
import { matchersPage } from './matchersPage.ts';
import { read } from './project.ts';
import { protocolPage } from './protocolPage.ts';
import { stepsPage } from './stepsPage.ts';
import { stepsSchema } from './stepsSchema.ts';

export interface Artifact {
  readonly path: string;
  readonly text: string;
}

const modelOf =
  <World>(dialect: Dialect<World>) =>
  () =>
    `${JSON.stringify(peerDocument(dialect), null, 2)}\n`;

const makers: Readonly<Record<string, (path: string) => string>> = {
  'docs/reference/ptywright.md': protocolPage,
  'docs/reference/dialects/termwright.md': dialectPage(termwright),
  'docs/reference/dialects/tuispec.md': dialectPage(tuispec),
  'docs/reference/dialects/wrightty.md': dialectPage(wrightty),
  'docs/reference/dialects/wsh.md': dialectPage(wsh),
  'docs/reference/matchers.md': matchersPage,
  'docs/reference/actions.md': actionsPage,
  'docs/reference/faults.md': faultsPage,
  'docs/reference/limits.md': limitsPage,
  'docs/reference/host.md': hostPage,
  'plugins/host.meta.lua': hostStubs,
  'docs/reference/manifest.md': manifestPage,
  'manifests/manifest.schema.json': () => `${JSON.stringify(manifestSchema(), null, 2)}\n`,
  'docs/reference/steps.md': stepsPage,
  'manifests/steps.schema.json': () => `${JSON.stringify(stepsSchema(), null, 2)}\n`,
  'spec/protocol/ptywright.json': () => `${JSON.stringify(document(), null, 2)}\n`,
  'spec/protocol/termwright.json': modelOf(termwright),
  'spec/protocol/tuispec.json': modelOf(tuispec),
  'spec/protocol/wrightty.json': modelOf(wrightty),
  'spec/protocol/wsh.json': modelOf(wsh),
  'docs/architecture.md': (path) => withCodeMap(read(path)),
};

export const artifacts = (): readonly Artifact[] =>
  Object.entries(makers).map(([path, make]) => ({ path, text: make(path) }));
