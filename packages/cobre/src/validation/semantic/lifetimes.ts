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
