import { describe, expect, test } from 'vitest';
import { caseFiles } from '../../src/case/registry.js';
import { loadCase } from '../../src/validation/load-case.js';
import { richCase } from './rich-case.js';
import { temporaryCase } from './write-case.js';

describe('a case with all forty files', () => {
  test('loads, and says what was read', async () => {
    const { filesRead, report } = await loadCase(await temporaryCase(richCase()));
    expect(report.errors).toEqual([]);
    expect(filesRead.map((file) => file.path).sort()).toEqual(
      Object.values(caseFiles)
        .map((file) => file.path)
        .sort(),
    );
    expect(filesRead.find((file) => file.path === 'scenarios/inflow_history.parquet')?.rows).toBe(108);
  });
});
