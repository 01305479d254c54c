import type { Rule } from '../../validation/rule.js';
import { impossible } from '../../validation/semantic/physical.js';
import { files } from './schema.js';

/** A line connects two different buses. */
export const distinctBuses: Rule = {
  name: 'distinct buses',
  layer: 5,
  *check({ raw, registries: { buses } }) {
    for (const line of raw.lines.lines) {
      if (buses.indexOf(line.source_bus_id) !== buses.indexOf(line.target_bus_id)) continue;
      const detail = `line ${line.id} connects bus ${line.source_bus_id} with itself`;
      const suggestion = 'Correct source_bus_id or target_bus_id.';
      yield impossible({ file: files.lines.path, id: line.id, rule: 'distinct ends', detail, suggestion });
    }
  },
};
