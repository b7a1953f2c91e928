/** Routes of the page for viewers: its files and its WebSocket. */
import type { ServerResponse } from 'node:http';
import type { Core } from '#core.ts';
import { pageDialect } from '#dialects/ptywright/pageDialect.ts';
import { type PageFile, pageFiles } from '#platform/pageFiles.ts';
import { createEndpoint, type DialectEndpoint } from './endpoint.ts';
import { sendError } from './httpRequest.ts';
import type { RouteHandler, WebRoute } from './router.ts';

const pagePath = '/watch/';

/** Returns the URL of the page, with the key in the fragment, which a browser never sends. */
export const pageUrl = (url: string, key: string): string =>
  `${url.replace(/^ws:/, 'http:')}${pagePath}#key=${key}`;

/** Allows our own files only: no inline code, no frames around the page, no requests to other hosts. */
const contentSecurityPolicy = [
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

const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

export const createPageEndpoint = (world: Core): DialectEndpoint => createEndpoint(pageDialect, world);

/** Returns undefined where no page was built. The files hold no user data, so they need no token. */
export function pageRoutes(
  world: Core,
  endpoint: DialectEndpoint = createPageEndpoint(world),
): readonly WebRoute[] | undefined {
  const files = pageFiles();
  if (!files) return undefined;
  return [
    { path: '/watch/calls', guarded: true, socket: () => endpoint },
    { path: '/watch/*', open: true, answers: { GET: serveFiles(files) } },
  ];
}

/** Adds the page to a web listener that has routes. */
export function addPageRoutes(world: Core, endpoint: DialectEndpoint): DialectEndpoint {
  const { routes } = endpoint;
  return routes ? { ...endpoint, routes: [...routes, ...(pageRoutes(world) ?? [])] } : endpoint;
}

const serveFiles =
  (files: ReadonlyMap<string, PageFile>): RouteHandler =>
  ({ request, params }, response) => {
    for (const [name, rule] of Object.entries(securityHeaders)) response.setHeader(name, rule);
    if (request.url?.split('?', 1)[0] === '/watch')
      return void response.writeHead(308, { location: pagePath }).end();
    const file = files.get(params['*']!);
    if (file) return sendFile(file, response);
    sendError(response, { status: 404, code: 'not_found', why: 'no resource at this path' });
  };

async function sendFile({ type, lasts, read }: PageFile, response: ServerResponse): Promise<void> {
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
