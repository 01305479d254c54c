import type { Running } from './up.js';

/** What a newcomer reads first: where things are, and three things to try. */
export function readyText({ url, data, endpoints, study, key }: Running): string {
  const tries = [
    study && `cobre validate ${study}`,
    study && `cobre run ${study}`,
    key && `portarium --base-url ${url}/portarium --workspace demo approve list   (PORTARIUM_TOKEN=the key)`,
    `career --db ${data.careerDb} explain-match demo-opportunity`,
  ].filter(Boolean);
  return [
    `Quadrivium is ready at ${url}`,
    '',
    ...endpoints.map((path) => `  ${url}${path}`),
    `  ${url}/portarium/v1 (REST; ${url}/portarium/openapi.json)`,
    '',
    ...(key === undefined ? [] : [`The key of "admin" in workspace "demo", shown this one time:`, `  ${key}`, '']),
    `Everything is kept in ${data.path}. Ctrl-C stops.`,
    '',
    'Try next, in another terminal:',
    ...tries.map((line) => `  npx ${line}`),
    '  npx quadrivium connect claude-code',
    '',
  ].join('\n');
}
