/** All derived files: their paths and the functions that generate them. */
import { termwright } from '#dialects/termwright/dialect.ts';
import { tuispec } from '#dialects/tuispec/dialect.ts';
import { wrightty } from '#dialects/wrightty/dialect.ts';
import { wsh } from '#dialects/wsh/dialect.ts';
import type { Dialect } from '#rpc/dialect.ts';
import { clientTypes } from './clientTypes.ts';
import { actionsPage, faultsPage, limitsPage, matchersPage } from './declarationPages.ts';
import { hostPage, hostStubs } from './hostReference.ts';
import { createManifestSchema, manifestPage } from './manifestReference.ts';
import { nativeModel, peerModel } from './protocolModel.ts';
import { dialectPage, protocolPage, protocolPages } from './protocolPages.ts';
import { createStepsSchema, stepsPage } from './stepsReference.ts';

interface Artifact {
  readonly path: string;
  readonly text: string;
}

const protocolModelJson =
  <World>(dialect: Dialect<World>) =>
  () =>
    `${JSON.stringify(peerModel(dialect), null, 2)}\n`;

const generators: Readonly<Record<string, () => string>> = {
  'docs/reference/ptywright.md': protocolPage,
  ...protocolPages,
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
  'src/client/api.ts': clientTypes,
  'docs/reference/manifest.md': manifestPage,
  'manifests/manifest.schema.json': () => `${JSON.stringify(createManifestSchema(), null, 2)}\n`,
  'docs/reference/steps.md': stepsPage,
  'manifests/steps.schema.json': () => `${JSON.stringify(createStepsSchema(), null, 2)}\n`,
  'manifests/openrpc/ptywright.json': () => `${JSON.stringify(nativeModel(), null, 2)}\n`,
  'manifests/openrpc/termwright.json': protocolModelJson(termwright),
  'manifests/openrpc/tuispec.json': protocolModelJson(tuispec),
  'manifests/openrpc/wrightty.json': protocolModelJson(wrightty),
  'manifests/openrpc/wsh.json': protocolModelJson(wsh),
};

export const artifacts = (): readonly Artifact[] =>
  Object.entries(generators).map(([path, make]) => ({ path, text: make() }));
