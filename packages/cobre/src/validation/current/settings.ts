import { asError, asWarning, errorRecord, type Finding } from '../../case/finding.js';
import { caseFiles } from '../../case/registry.js';
import type { Rule } from '../rule.js';

/** The original assumes no limit of its own any more. */
export const iterationLimit: Rule = {
  name: 'iteration limit',
  layer: 5,
  *check({ raw }) {
    if (raw.config.training.stopping_rules.some(({ type }) => type === 'iteration_limit')) return;
    yield refused(
      ['training.stopping_rules'],
      'there is no iteration_limit among the stopping rules',
      'Add {"type": "iteration_limit", "limit": 100}.',
    );
  },
};

/** Only where every path is walked is the upper bound exact, and only then does a gap say something. */
export const gapRule: Rule = {
  name: 'gap rule',
  layer: 5,
  *check({ raw }) {
    const { stopping_rules: rules, enumerated } = raw.config.training;
    if (enumerated || !rules.some(({ type }) => type === 'gap')) return;
    const detail = "the stopping rule 'gap' needs the exact upper bound of enumerated paths, but paths are sampled";
    const advice = "Use training.selection {method: 'enumerated'}, or the rule bound_stalling.";
    yield refused(['training.stopping_rules', 'training.selection'], detail, advice);
  },
};

/** Nothing here depends on the factor, but whoever runs the same case elsewhere wants to know. */
export const costScale: Rule = {
  name: 'scale of costs',
  layer: 5,
  *check({ raw }) {
    const { cost_scale_factor: factor } = (raw.config.modeling ?? {}) as { cost_scale_factor?: number | null };
    if (typeof factor !== 'number' || (factor >= 1 && factor <= 1e12)) return;
    const context = {
      file: 'config.json',
      entity_id: null,
      field: 'modeling.cost_scale_factor',
      value: factor,
      min: 1,
      max: 1e12,
    };
    const message = `config.json: 'modeling.cost_scale_factor' ${factor} is outside 1 to 1e12, where numbers lose precision.`;
    yield asWarning(5, errorRecord('OutOfRange', message, context, 'Leave it out; a million is assumed.'));
  },
};

/** Openings from a file need the file, and a tree that is a chain of sampled stages. */
export const openings: Rule = {
  name: 'openings from a file',
  layer: 5,
  *check({ raw }) {
    const { training } = raw.config;
    if (training.scenario_source?.openings?.source !== 'file') return;
    const setting = 'training.scenario_source.openings';
    if (raw.noiseOpenings === null) {
      const file = caseFiles.noiseOpenings.path;
      yield refused([setting], `openings come from a file, but ${file} is missing`, `Add ${file}, or remove openings.`);
    }
    if (training.enumerated) {
      const both = [setting, 'training.selection'];
      yield refused(both, 'openings from a file cannot be enumerated', "Use selection.method 'sampled'.");
    }
    if ((raw.stages.policy_graph.nodes?.length ?? 0) > 0) {
      const both = [setting, 'policy_graph.nodes'];
      yield refused(both, 'openings from a file do not go with nodes', 'Remove openings, or the nodes.');
    }
  },
};

/** A chain says how many openings it has; with nodes only stages discount. */
export const graphKeys: Rule = {
  name: 'keys of the policy graph',
  layer: 5,
  *check({ raw }) {
    const file = caseFiles.stages.path;
    const { nodes, transitions } = raw.stages.policy_graph;
    if ((nodes?.length ?? 0) > 0) {
      if (!(transitions ?? []).some(({ annual_discount_rate_override: rate }) => typeof rate === 'number')) return;
      const both = ['policy_graph.nodes', 'policy_graph.transitions.annual_discount_rate_override'];
      yield refused(both, 'with nodes a transition cannot discount', 'Move the rate to the stage.', file);
      return;
    }
    for (const { id, openings_given: given } of raw.stages.stages) {
      if (given) continue;
      const context = { file, entity_id: id, field: 'num_openings', expected: 'number', actual: null };
      const message = `${file}, stage ${id}: 'num_openings' is required where there are no nodes.`;
      yield asError(5, errorRecord('SchemaViolation', message, context, "Add 'num_openings'."));
    }
  },
};

function refused(settings: readonly string[], detail: string, suggestion: string, file = 'config.json'): Finding {
  return asError(5, errorRecord('IncompatibleSettings', `${file}: ${detail}.`, { file, settings, detail }, suggestion));
}
