import { StartedRun } from '../../answers/runs.js';
import { proposeCall } from '../../app/runs/runs.js';
import { define } from '../define.js';
import { idempotencyKey, json, keyHeader, longText, text } from '../fields.js';

export const proposeAgentAction = define({
  name: 'portarium_action_propose',
  title: 'Propose an action',
  description: 'Propose one tool call; policy runs it, asks a person, or refuses',
  effect: 'write',
  needs: 'tool:propose',
  input: { server: text, tool: text, arguments: json.optional(), prompt: longText.optional(), idempotencyKey },
  output: StartedRun,
  rest: { method: 'POST', path: '/agent-actions:propose', tag: 'Agent actions', status: 201, headers: keyHeader },
  run: proposeCall,
});
