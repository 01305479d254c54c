/** One export in a process of its own, which tells the largest resident memory it had, in MB: `output format scenarios`. */
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openSandbox } from '@quadrivium/kernel';
import { QueryEngine } from '../src/query/query-engine.js';
import { exportResults } from '../src/service/answers/export-results.js';

const [output = '', format = 'csv', scenarios = '1'] = process.argv.slice(2);
const files = await openSandbox([dirname(output)]);
const { file_path } = await exportResults(files, new QueryEngine({ threads: 2 }), {
  outputDirectory: output,
  format: format === 'arrow' ? 'arrow' : 'csv',
  entityType: 'hydros',
  filters: { scenario_range: [0, Number(scenarios) - 1] },
});
await rm(file_path);
// The kernel counts the peak itself, in kilobytes.
console.log(process.resourceUsage().maxRSS / 1024);
