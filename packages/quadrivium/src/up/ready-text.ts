import { isAbsolute, relative } from 'node:path';
import type { Running } from './up.js';

/** What a newcomer reads first: where things are, and three things to try. */
export function readyText({ url, data, workspace, gateway, key }: Running, here: string): string {
  const at = (path: string) => shorter(path, here);
  // What follows # never leaves the browser, and the console takes it out of the address at once.
  const door = key === undefined ? `${url}/ and sign in with the key of admin` : `${url}/#key=${key}`;
  return [
    `Quadrivium is ready at ${url}`,
    '',
    `  console    ${url}/`,
    `  cobre      ${url}/cobre/mcp`,
    `  portarium  ${url}/portarium/mcp, REST at /portarium/v1, described in /portarium/openapi.json`,
    `  career     ${url}/career/mcp`,
    ...(gateway === undefined ? [] : [`  gateway    ${gateway}, with the tools of other servers`]),
    '',
    ...(key === undefined
      ? []
      : [`The key of "admin" in workspace "${workspace}", shown this one time:`, `  ${key}`, '']),
    `Everything is kept in ${at(data.path)}. Ctrl-C stops.`,
    '',
    'Try next:',
    ...(workspace === 'demo'
      ? demoTries(door, at(`${data.studies}/valley/output`))
      : plainTries(door, at(`${data.studies}/mine`))),
    '  3. Bring your own agent:  npx quadrivium connect claude-code',
    '',
  ].join('\n');
}

const demoTries = (door: string, results: string) => [
  `  1. Decide what an agent may do: open ${door}`,
  `  2. Look at a trained study:  npx cobre summary ${results}`,
];

const plainTries = (door: string, study: string) => [
  `  1. Look around: open ${door}`,
  `  2. Make a study to work with:  npx cobre init ${study}`,
];

function shorter(path: string, here: string): string {
  const way = relative(here, path);
  return way === '' || way.startsWith('..') || isAbsolute(way) ? path : way;
}
