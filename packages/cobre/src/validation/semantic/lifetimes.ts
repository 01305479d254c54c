import { asError, errorRecord } from '../../case/finding.js';
import { caseFiles } from '../../case/registry.js';
import { entriesOf } from '../../equipment/equipment.js';
import { members } from '../../equipment/members.js';
import type { Rule } from '../rule.js';
import { impossible } from './physical.js';

/** Entities enter before they leave. */
export const entryBeforeExit: Rule = {
  name: 'entry before exit',
  layer: 5,
  *check({ raw }) {
    for (const member of members) {
      const file = member.files[member.declaredIn]!.path;
      for (const { id, entry_stage_id: entry, exit_stage_id: exit } of entriesOf(member, raw)) {
        if (typeof entry !== 'number' || typeof exit !== 'number' || entry < exit) continue;
        const detail = `${id} enters in stage ${entry}, but leaves in stage ${exit}`;
        const suggestion = 'Let exit_stage_id be the first stage in which the entity is gone.';
        yield impossible({ file, id, rule: 'entry before exit', detail, suggestion });
      }
    }
  },
};

/** Filling starts inside the study and ends when the hydro enters. */
export const filling: Rule = {
  name: 'filling',
  layer: 5,
  *check({ raw }) {
    const file = caseFiles.hydros.path;
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
          file: caseFiles.hydros.path,
          id,
          rule: 'filling ends',
          detail,
          suggestion: 'Add entry_stage_id.',
        });
      } else if (plan.start_stage_id >= entry) {
        const detail = `hydro ${id} starts filling in stage ${plan.start_stage_id}, not before it enters in stage ${entry}`;
        yield impossible({ file: caseFiles.hydros.path, id, rule: 'filling before entry', detail });
      }
    }
  },
};
