import * as z from 'zod';
import { MachineView } from '../../answers/agents.js';
import { registerMachine as register } from '../../app/agents/machines.js';
import { define } from '../define.js';
import { text } from '../fields.js';

export const registerMachine = define({
  name: 'portarium_machine_register',
  title: 'Register a machine',
  description: 'Make a machine known, with what its agents may be able to do',
  effect: 'write',
  needs: 'agent:register',
  input: {
    machineId: text,
    displayName: text.optional(),
    capabilities: z.array(text).max(200).optional(),
  },
  output: MachineView,
  idempotent: true,
  rest: { method: 'POST', path: '/machines', tag: 'Agents' },
  run: register,
});
