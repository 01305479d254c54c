/** Whoever meets an error elsewhere than at a terminal, or asks the doctors of portarium and cpe, is led to a page that is there. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHttpFront } from '@quadrivium/kernel';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { project, run } from '../packages/cpe/test/commands/cli.js';
import { misbehaving, toolbox } from '../packages/cpe/test/host/servers.js';
import { openPlane } from '../packages/portarium/src/bin/open-plane.js';
import { runPortarium } from '../packages/portarium/src/cli/main.js';
import { authenticateByStoredKeys } from '../packages/portarium/src/http/authenticator.js';
import { problemKinds } from '../packages/portarium/src/http/problem.js';
import { httpService } from '../packages/portarium/src/http/service.js';

const reference = join(import.meta.dirname, '../docs/reference');

/** The heading that a way leads to; undefined when the page has none such. */
function headingAt(way: string): string | undefined {
  const { pathname, hash } = new URL(way);
  const headings = [...readFileSync(pathname, 'utf8').matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = '']) => heading);
  return headings.find((heading) => `#${heading.toLowerCase().replaceAll(' ', '-')}` === hash);
}

const folder = mkdtempSync(join(tmpdir(), 'quadrivium-findings-'));
const db = join(folder, 'p.db');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function portarium(...words: string[]): Promise<{ code: number; out: string }> {
  const terminal = memoryTerminal();
  const code = await runPortarium(['--db', db, ...words], openPlane, terminal);
  return { code, out: terminal.stdout };
}

let key = '';
beforeAll(async () => {
  key = (JSON.parse((await portarium('--json', 'init', '--admin', 'admin')).out) as { key: string }).key;
});

describe('portarium doctor', () => {
  interface Report {
    readonly findings: readonly { readonly check: string; readonly ok: boolean; readonly page: string }[];
  }
  const servers = join(folder, 'servers.json');
  writeFileSync(
    servers,
    JSON.stringify({ servers: { gone: { type: 'stdio', command: join(folder, 'no-such-program') } } }),
  );

  test('leads from every finding to the heading of its check, and the page tells of no other', async () => {
    const { out } = await portarium('--json', '--servers', servers, 'doctor');
    const { findings } = JSON.parse(out) as Report;
    expect(findings.map(({ page }) => headingAt(page))).toEqual(
      findings.map(({ check }) => check.replace(/^server .*/, 'server')),
    );
    const told = [...readFileSync(join(reference, 'portarium-doctor.md'), 'utf8').matchAll(/^## (.+)$/gm)];
    expect(told.map(([, heading]) => heading)).toEqual(findings.map(({ page }) => headingAt(page)));
  });

  test('shows people the way for what is wrong, and only for that', async () => {
    const { code, out } = await portarium('--servers', servers, '--workspace', 'elsewhere', 'doctor');
    expect(code).toBe(2);
    const ways = [...out.matchAll(/^(.+): (file:\S+)$/gm)].map(([, check, way = '']) => [check, headingAt(way)]);
    expect(ways).toContainEqual(['workspace', 'workspace']);
    expect(ways).toContainEqual(['server gone', 'server']);
    expect(ways.map(([check]) => check)).not.toContain('node');
  });
});

test('cpe mcp doctor leads from what works, what is odd and what failed to their pages', async () => {
  const place = project({ good: toolbox(), odd: misbehaving('malformed,junk'), dead: misbehaving('exit-at-start') });
  const { out } = await run(place, ['mcp', 'doctor', '--json']);
  const { servers } = (JSON.parse(out) as { result: { servers: { name: string; page: string }[] } }).result;
  const ways = Object.fromEntries(servers.map(({ name, page }) => [name, headingAt(page)]));
  expect(ways).toEqual({ good: 'works', odd: 'warnings', dead: 'ServerDied' });
  const { out: text } = await run(place, ['mcp', 'doctor']);
  expect(text).toMatch(/^ {2}file:\S+cpe-doctor\.md#warnings$/m);
  expect(text).toMatch(/^ {2}file:\S+errors\.md#serverdied$/m);
});

describe('a problem of the REST API', () => {
  let url = '';
  let close: () => Promise<void> = async () => {};

  beforeAll(async () => {
    const { plane, close: closePlane } = await openPlane({ db, engine: false });
    const { routes } = httpService(plane, { base: '/portarium' });
    const front = await openHttpFront({ port: 0, routes, authenticator: authenticateByStoredKeys(plane) });
    url = front.url;
    close = async () => {
      await front.close();
      await closePlane();
    };
  });
  afterAll(() => close());

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${url}/portarium/v1/workspaces/default${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...init.headers },
    });

  test.each([
    ['NotFound', '/runs/run_none', {}],
    ['Unauthenticated', '/runs', { headers: { authorization: 'Bearer wrong' } }],
    ['UnsupportedMediaType', '/runs', { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }],
    ['InvalidInput', '/runs', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }],
  ])('%s names the page of its kind, which the same server shows to anybody', async (kind, path, init) => {
    const problem = (await (await ask(path, init)).json()) as { code: string; page: string };
    expect(problem.code).toBe(kind);
    const page = new URL(problem.page, url);
    const shown = await fetch(page);
    expect(shown.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await shown.text()).toContain(`<h3 id="${page.hash.slice(1)}">${kind}</h3>`);
  });

  test('whatever its kind has a heading on the page that the server shows', async () => {
    const html = await (await fetch(`${url}/reference/errors.html`)).text();
    expect(problemKinds.filter((kind) => !html.includes(`<h3 id="${kind.toLowerCase()}">${kind}</h3>`))).toEqual([]);
    // Text of the page stays text, and its links lead nowhere that is not there.
    expect(html).not.toMatch(/<a |`|\]\(/);
  });

  test('leads to the site where somebody has said so, and so does the page of the server', async () => {
    vi.stubEnv('QUADRIVIUM_DOCS', 'https://docs.example.org');
    try {
      const problem = (await (await ask('/runs/run_none')).json()) as { page: string };
      expect(problem.page).toBe('https://docs.example.org/docs/reference/errors.html#notfound');
      const moved = await fetch(`${url}/reference/errors.html`, { redirect: 'manual' });
      expect([moved.status, moved.headers.get('location')]).toEqual([302, problem.page.replace(/#.*/, '')]);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
