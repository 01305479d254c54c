import { asWarning, errorRecord, type Finding } from '../../case/finding.js';
import { caseFiles, type RawCase } from '../../case/registry.js';
import type { FileRule } from '../rule.js';

/** Values that are accepted, but mean something else than they seem to, or have a newer form. All are warnings. */
export const discouraged: FileRule = {
  name: 'discouraged values',
  layer: 2,
  *check({ raw }) {
    const { training, estimation, simulation } = raw.config ?? {};
    if (training && typeof training.seed === 'number') {
      yield note(
        'config.json',
        null,
        'training.seed',
        'is an older name of training.tree_seed; it was read',
        'Rename it to training.tree_seed.',
      );
    }
    if (training && !training.stopping_rules.some((rule) => rule.type === 'iteration_limit')) {
      yield settings(
        ['training.stopping_rules'],
        'there is no iteration_limit rule; a limit of 100 iterations is assumed',
        'Add {"type": "iteration_limit", "limit": 100}.',
      );
    }
    if (estimation?.order_selection === 'fixed') {
      yield settings(['estimation.order_selection'], 'fixed order selection is treated as pacf', 'Write pacf.');
    }
    if (simulation && !simulation.enabled && simulation.scenario_source) {
      yield settings(
        ['simulation.enabled'],
        'simulation.scenario_source has no effect while simulation is not enabled',
        'Set simulation.enabled to true, or remove simulation.scenario_source.',
      );
    }
    yield* selectionNotes(training?.cut_selection);
    yield* stageNotes(raw);
    for (const thermal of raw.thermals?.thermals ?? []) {
      if (!thermal.cost_segments) continue;
      const detail = thermal.cost_per_mwh
        ? 'replaces cost_per_mwh, which has no effect'
        : 'is an older form of cost_per_mwh; it was read';
      yield note(caseFiles.thermals.path, thermal.id, 'cost_segments', detail, 'Keep only one of the two.');
    }
    for (const hydro of raw.hydros?.hydros ?? []) {
      if (hydro.generation.model === 'linearized_head') {
        yield constantHead(caseFiles.hydros.path, hydro.id, 'generation.model');
      }
    }
    for (const entry of raw.productionModels?.production_models ?? []) {
      const choices = entry.selection_mode === 'stage_ranges' ? entry.stage_ranges : entry.seasons;
      const byDefault = entry.selection_mode === 'seasonal' && entry.default_model === 'linearized_head';
      if (byDefault || choices.some(({ model }) => model === 'linearized_head')) {
        yield constantHead(caseFiles.productionModels.path, entry.hydro_id, 'model');
      }
    }
    if (raw.correlation?.method === 'cholesky') {
      yield note(
        caseFiles.correlation.path,
        null,
        'method',
        'cholesky is replaced by the symmetric square root (spectral)',
        'Write spectral.',
      );
    }
  },
};

/** What dynamic selection keeps matters only when something is dropped. */
function* selectionNotes(selection: RawCase['config']['training']['cut_selection'] | undefined): Iterable<Finding> {
  if (selection?.method !== 'dynamic' || typeof selection.candidate_recency === 'number') return;
  for (const key of ['seed_window', 'start_iteration'] as const) {
    if (typeof selection[key] !== 'number') continue;
    const field = `training.cut_selection.selection.${key}`;
    yield note(
      'config.json',
      null,
      field,
      'has no effect without candidate_recency: every cut is a candidate',
      `Remove ${key}, or add candidate_recency.`,
    );
  }
}

function constantHead(file: string, id: string | number, field: string): Finding {
  const detail = 'linearized_head is treated as constant_productivity: the head does not change with storage or flow';
  return note(file, id, field, detail, 'Use fpha with computed planes where the head matters.');
}

function* stageNotes(raw: Parameters<FileRule['check']>[0]['raw']): Iterable<Finding> {
  const file = caseFiles.stages.path;
  const stages = raw.stages?.stages ?? [];
  const fixed = stages.find((stage) => stage.state_variables?.storage === false);
  if (fixed)
    yield note(
      file,
      fixed.id,
      'state_variables.storage',
      'false has no effect: storage is always a state',
      'Remove it; fix min_storage_hm3 and max_storage_hm3 to the same value where storage does not move.',
    );
  const transitions = raw.stages?.policy_graph.transitions ?? [];
  if (transitions.some((transition) => typeof transition.annual_discount_rate === 'number')) {
    const field = 'policy_graph.transitions.annual_discount_rate';
    yield note(file, null, field, 'is an older name of annual_discount_rate_override; it was read', 'Rename it.');
  }
}

function note(file: string, id: number | string | null, field: string, detail: string, suggestion: string): Finding {
  const message = `${file}${id === null ? '' : `, entry ${id}`}: '${field}' ${detail}.`;
  const context = { file, entity_id: id, field, expected: detail, actual: field };
  return asWarning(2, errorRecord('SchemaViolation', message, context, suggestion));
}

function settings(names: readonly string[], detail: string, suggestion: string): Finding {
  const context = { file: 'config.json', settings: names, detail };
  return asWarning(2, errorRecord('IncompatibleSettings', `config.json: ${detail}.`, context, suggestion));
}
