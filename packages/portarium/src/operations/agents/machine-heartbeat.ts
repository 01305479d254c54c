import * as z from 'zod';
import { time } from '../../answers/said.js';
import { machineHeartbeat as beat } from '../../app/agents/machines.js';
import { define } from '../define.js';
import { id } from '../fields.js';
import { heartbeatStatus } from './heartbeat-status.js';

export const machineHeartbeat = define({
  name: 'portarium_machine_heartbeat',
  title: 'Machine heartbeat',
  description: 'Sign of life of a machine',
  effect: 'write',
  idempotent: true,
  needs: 'agent:heartbeat',
  input: { machineId: id, status: heartbeatStatus },
  output: z.looseObject({ acknowledgedAtIso: time }),
  rest: { method: 'POST', path: '/machines/{machineId}/heartbeat', tag: 'Agents' },
  run: beat,
});
