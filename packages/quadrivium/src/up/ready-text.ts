import type { Running } from './up.js';

/** What a newcomer reads first: where things are, and three things to try. */
export function readyText({ url, data, endpoints, study }: Running): string {
  const tries = [
    study && `cobre validate ${study}`,
    study && `cobre run ${study}`,
    `career --db ${data.careerDb} explain-match demo-opportunity`,
  ].filter(Boolean);
  return [
    `Quadrivium is ready at ${url}`,
    '',
    ...endpoints.map((path) => `  ${url}${path}`),
    '',
    `Everything is kept in ${data.path}. Ctrl-C stops.`,
    '',
    'Try next, in another terminal:',
    ...tries.map((line) => `  npx ${line}`),
    '  npx quadrivium connect claude-code',
    '',
  ].join('\n');
}
