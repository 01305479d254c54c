import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import { connect, newRoot, transports, writeStudy } from './served.js';

/** Every example request of the specification, with our own case, through the official client. */
describe.each(sampled('transports and revisions of every example', transports, 8))(
  'over %s in revision %s',
  (transport, revision) => {
    test('every example request is answered in its documented shape', async () => {
      const root = await newRoot();
      const caseDir = await writeStudy(root);
      const output = join(caseDir, 'output');
      const server = await connect(root, { transport, revision });
      const { tools } = await server.client.listTools();
      expect(tools.slice(0, 10).map(({ name }) => name)).toEqual([
        'cobre/validate',
        'cobre/run',
        'cobre/query-results',
        'cobre/query-convergence',
        'cobre/inspect-policy',
        'cobre/compare-policies',
        'cobre/inspect-case',
        'cobre/list-scenarios',
        'cobre/export-results',
        'cobre/get-config-schema',
      ]);

      const validated = await server.call('cobre/validate', { case_dir: caseDir });
      expect(validated).toMatchObject({ isError: false, data: { valid: true, errors: [] } });
      expect(validated.data.summary).toEqual({
        files_checked: 10,
        entities_validated: 8,
        layers_completed: 5,
        error_count: 0,
        warning_count: (validated.data.warnings as unknown as unknown[]).length,
      });

      const ran = await server.call('cobre/run', { case_dir: caseDir, phases: 'both' });
      expect(ran.data).toMatchObject({
        status: 'completed',
        output_dir: output,
        training: { iterations: 10, termination_reason: 'iteration_limit', total_cuts: 40 },
        simulation: {
          scenarios: 6,
          output_files: expect.arrayContaining(['simulation/costs.parquet', 'simulation/hydros.parquet']),
        },
      });

      const rows = await server.call('cobre/query-results', {
        output_dir: output,
        entity_type: 'hydros',
        filters: {
          entity_id: 'ITAIPU',
          stage_range: [1, 2],
          columns: ['stage_id', 'scenario_id', 'storage_hm3', 'generation_mw'],
          limit: 8,
        },
      });
      expect(rows.data).toMatchObject({
        columns: ['stage_id', 'scenario_id', 'storage_hm3', 'generation_mw'],
        total_rows: 12,
        truncated: true,
      });
      const values = rows.data.rows as unknown as number[][];
      expect(values.map(([stage, scenario]) => [stage, scenario])).toEqual([
        [1, 0],
        [1, 1],
        [1, 2],
        [1, 3],
        [1, 4],
        [1, 5],
        [2, 0],
        [2, 1],
      ]);

      const history = await server.call('cobre/query-convergence', { output_dir: output, iteration_range: [8, 10] });
      expect(history.data).toMatchObject({ total_iterations: 10, termination_reason: 'iteration_limit' });
      expect((history.data.iterations as unknown as { iteration: number }[]).map((it) => it.iteration)).toEqual([
        8, 9, 10,
      ]);

      const policy = await server.call('cobre/inspect-policy', { policy_dir: join(output, 'policy') });
      expect(policy.data).toEqual({
        stages: 3,
        total_cuts: 40,
        state_dimension: 2,
        cuts_per_stage: [20, 20, 0],
        format: '0.5',
      });
      const stage = await server.call('cobre/inspect-policy', { policy_dir: join(output, 'policy'), stage: 1 });
      expect(stage.data).toMatchObject({ stage: 1, stage_id: 0, cuts: 20, coefficients_truncated: true });
      expect(stage.data.coefficients_sample).toHaveLength(10);

      const twice = [join(output, 'policy'), join(output, 'policy')];
      const compared = await server.call('cobre/compare-policies', { policy_dirs: twice, metrics: ['all'] });
      expect(compared.data).toMatchObject({
        compatible: true,
        deltas: { lb_delta: 0, lb_delta_pct: 0, ub_delta: 0, ub_delta_pct: 0, cut_count_delta: 0 },
      });

      const inspected = await server.call('cobre/inspect-case', { case_dir: caseDir });
      expect(inspected.data).toMatchObject({
        entities: { hydros: 2, thermals: 2, buses: 1, lines: 0 },
        stages: 3,
        scenario_source: 'par',
        files_present: expect.arrayContaining(['config.json', 'scenarios/inflow_seasonal_stats.parquet']),
      });

      const scenarios = await server.call('cobre/list-scenarios', { case_dir: caseDir });
      expect(scenarios.data).toEqual({
        scenario_source: 'par',
        count: 6,
        stages: 3,
        entities: 2,
        par_model: { max_ar_order: 0, seasons: 1, correlation_groups: 0 },
      });

      const filters = { entity_id: 'ITAIPU' };
      const asked = { output_dir: output, format: 'csv', entity_type: 'hydros', filters };
      const exported = await server.call('cobre/export-results', asked);
      expect(exported.data).toMatchObject({ file_path: join(output, 'exports/hydros_ITAIPU.csv'), rows: 18 });
      expect((await readFile(join(output, 'exports/hydros_ITAIPU.csv'))).length).toBe(exported.data.size_bytes);

      const schema = await server.call('cobre/get-config-schema', {});
      expect(schema.data.schema).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: { training: { type: 'object' } },
      });
      expect(schema.structured).toEqual(schema.data);

      const config = await server.client.readResource({ uri: `cobre://case/${encodeURIComponent(caseDir)}/config` });
      expect(JSON.parse((config.contents[0] as { text: string }).text)).toEqual(inspected.data.config);
      const prompt = { name: 'cobre/diagnose-convergence', arguments: { output_dir: output } };
      expect((await server.client.getPrompt(prompt)).messages.length).toBeGreaterThan(1);

      await writeFile(join(output, 'training/convergence.parquet'), 'no longer a table');
      for (const [name, args, kind] of [
        ['cobre/validate', { case_dir: join(root, 'nowhere') }, 'MissingFile'],
        ['cobre/validate', { case_dir: '/etc' }, 'MissingFile'],
        ['cobre/validate', { case: caseDir }, 'InvalidArguments'],
        ['cobre/run', { case_dir: join(caseDir, 'config.json') }, 'MissingFile'],
        ['cobre/inspect-policy', { policy_dir: caseDir }, 'OutputNotFound'],
        ['cobre/query-convergence', { output_dir: output }, 'OutputCorrupted'],
      ] as const) {
        const { isError, data, structured } = await server.call(name, args);
        expect({ name, isError, kind: data.kind, structured }).toEqual({
          name,
          isError: true,
          kind,
          structured: undefined,
        });
        expect(Object.keys(data)).toEqual(['kind', 'message', 'context', 'suggestion']);
      }
      await server.close();
    });
  },
);
