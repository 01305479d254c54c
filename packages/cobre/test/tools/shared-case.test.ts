import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sharedCasesDir, skipShared } from '../case/shared-cases.js';
import { connect, newRoot } from './served.js';

describe.skipIf(skipShared)('a shipped case through the server', () => {
  test('1dtoy is trained to just below its exact optimum, simulated, and asked about', async () => {
    const root = await newRoot();
    await cp(join(sharedCasesDir, '1dtoy'), join(root, '1dtoy'), { recursive: true });
    const server = await connect(root);
    const { data } = await server.call('cobre/run', { case_dir: join(root, '1dtoy') });
    const training = data.training as unknown as { final_lower_bound: number; total_cuts: number };
    // The optimum of the sampled problem is known exactly: 2,605,944.5861 $ (a dynamic program in one dimension).
    expect(training.final_lower_bound).toBeLessThan(2_605_944.587);
    expect(training.final_lower_bound).toBeGreaterThan(0.999 * 2_605_944.5861);
    expect(training.total_cuts).toBe(384);
    const output = join(root, '1dtoy/output');
    const filters = { entity_id: 'UHE1', columns: ['storage_hm3'], limit: 1 };
    const rows = await server.call('cobre/query-results', { output_dir: output, entity_type: 'hydros', filters });
    expect(rows.data.total_rows).toBe(400);
    await server.close();
  });
});
