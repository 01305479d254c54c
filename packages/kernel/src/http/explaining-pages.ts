import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type ExplainingPage,
  explainingPages,
  pageFile,
  pageHtml,
  pageOfSite,
  servedPath,
} from '../explained/index.js';
import type { Endpoint, Exchange, Routes } from './endpoint.js';

/** The pages that errors lead to, for whoever is elsewhere: shown here, or on the site where somebody has said so. */
export function explainingRoutes(): Routes {
  return Object.fromEntries(explainingPages.map((page) => [servedPath(page), pageEndpoint(page)]));
}

function pageEndpoint(page: ExplainingPage): Endpoint {
  return {
    isPublic: true,
    handle: (exchange) => answer(page, exchange),
    settled: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
}

function answer(page: ExplainingPage, { req, res }: Exchange): void {
  if (req.method !== 'GET' && req.method !== 'HEAD') return void res.writeHead(405, { allow: 'GET, HEAD' }).end();
  const elsewhere = pageOfSite(page);
  // Browsers keep the part after `#` when they follow.
  if (elsewhere !== undefined)
    return void res.writeHead(302, { location: elsewhere, 'cache-control': 'no-store' }).end();
  const file = pageFile(page);
  if (file === undefined) return void res.writeHead(404).end();
  const { html, style } = pageHtml(readFileSync(file, 'utf8'));
  const styleHash = createHash('sha256').update(style).digest('base64');
  res.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(html),
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  });
  res.end(req.method === 'HEAD' ? undefined : html);
}
