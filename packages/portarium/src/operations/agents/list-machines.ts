import { MachineView } from '../../answers/agents.js';
import { listOf } from '../../answers/said.js';
import { listMachines as list } from '../../app/agents/machines.js';
import { define } from '../define.js';
import { items } from '../fields.js';

export const listMachines = define({
  name: 'portarium_machine_list',
  title: 'List machines',
  description: 'List machines',
  effect: 'read',
  needs: 'agent:read',
  output: listOf(MachineView),
  rest: { method: 'GET', path: '/machines', tag: 'Agents' },
  run: (deps, caller) => items(list(deps, caller)),
});
