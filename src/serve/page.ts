/** The page on which people watch, as routes of a listener for the web: its files, and the line on which it asks. */
import type { ServerResponse } from 'node:http';
import type { World } from '../core/world.ts';
import { onlooker } from '../dialects/ptywright/onlooker.ts';
import { type PageFile, pageFiles } from '../platform/pageFiles.ts';
import { answerJson } from './httpCall.ts';
import type { Answer, WebRoute } from './route.ts';
import { type Spoken, spoken } from './spoken.ts';

const pagePath = '/watch/';

/** Where the page of a listener is, with the key behind the #, which a browser sends to nobody. */
export const pageOf = (url: string, key: string): string =>
  `${url.replace(/^ws:/, 'http:')}${pagePath}#key=${key}`;

/** Nothing but our own files, no text as code, no frame round it, and no word to anybody else. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const guarded = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** What a page says and is told. */
export const pageLine = (world: World): Spoken => spoken(onlooker, world);

/** Undefined where no page was built. The files hold nothing of anybody's, so whoever comes may have them. */
export function pageRoutes(world: World, line: Spoken = pageLine(world)): readonly WebRoute[] | undefined {
  const files = pageFiles();
  if (!files) return undefined;
  return [
    { path: '/watch/calls', guarded: true, socket: () => line },
    { path: '/watch/*', open: true, answers: { GET: answerFrom(files) } },
  ];
}

/** A listener for the web that has paths has the page at one of them. */
export function withPage(world: World, spoken: Spoken): Spoken {
  const { routes } = spoken;
  return routes ? { ...spoken, routes: [...routes, ...(pageRoutes(world) ?? [])] } : spoken;
}

const answerFrom =
  (files: ReadonlyMap<string, PageFile>): Answer =>
  ({ request, names }, response) => {
    for (const [name, rule] of Object.entries(guarded)) response.setHeader(name, rule);
    if (request.url?.split('?', 1)[0] === '/watch')
      return void response.writeHead(308, { location: pagePath }).end();
    const file = files.get(names['*']!);
    if (file) return answerFile(file, response);
    const message = 'there is nothing at this path';
    answerJson(response, 404, { error: { code: 'not_found', message } });
  };

async function answerFile({ type, lasts, read }: PageFile, response: ServerResponse): Promise<void> {
  const bytes = await read();
  const cache = lasts ? 'max-age=31536000, immutable' : 'no-cache';
  response
    .writeHead(200, {
      'content-type': type,
      'cache-control': cache,
      'content-length': bytes.length,
    })
    .end(bytes);
}
