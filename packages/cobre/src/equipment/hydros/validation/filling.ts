import { asError, errorRecord } from '../../../case/finding.js';
import type { Rule } from '../../../validation/rule.js';
import { impossible } from '../../../validation/semantic/physical.js';
import { files } from '../schema.js';

/** Filling starts inside the study and ends when the hydro enters. */
export const filling: Rule = {
  name: 'filling',
  layer: 5,
  *check({ raw }) {
    const file = files.hydros.path;
    const stages = raw.stages.stages.map((stage) => stage.id);
    for (const { id, filling: plan, entry_stage_id: entry } of raw.hydros.hydros) {
      if (!plan) continue;
      if (!stages.includes(plan.start_stage_id)) {
        const detail = `hydro ${id} starts filling in stage ${plan.start_stage_id}, which is not in the study`;
        const context = { file, stage_id: plan.start_stage_id, detail };
        yield asError(
          5,
          errorRecord(
            'StageMismatch',
            `${file}: ${detail}.`,
            context,
            `Use a stage from ${Math.min(...stages)} to ${Math.max(...stages)}.`,
          ),
        );
      }
      if (typeof entry !== 'number') {
        const detail = `hydro ${id} is filled, but has no entry_stage_id that ends the filling`;
        yield impossible({
          file: files.hydros.path,
          id,
          rule: 'filling ends',
          detail,
          suggestion: 'Add entry_stage_id.',
        });
      } else if (plan.start_stage_id >= entry) {
        const detail = `hydro ${id} starts filling in stage ${plan.start_stage_id}, not before it enters in stage ${entry}`;
        const suggestion = 'Start filling earlier, or enter later.';
        yield impossible({ file: files.hydros.path, id, rule: 'filling before entry', detail, suggestion });
      }
    }
  },
};
