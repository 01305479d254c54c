import * as z from 'zod';
import { RegisteredAgent } from '../../answers/agents.js';
import { registerAgent as register } from '../../app/agents/registration.js';
import { define } from '../define.js';
import { said, saidWorkspace, text, tier } from '../fields.js';

export const registerAgent = define({
  name: 'portarium_agent_register',
  title: 'Register an agent',
  description:
    'Register agent with control plane. Doing it again changes nothing; coming back with other capabilities puts the agent in quarantine until somebody has looked.',
  effect: 'write',
  idempotent: true,
  needs: 'agent:register',
  tool: {
    input: z.object({
      workspaceId: saidWorkspace,
      machineId: said('Machine the agent runs on; made known when it is not'),
      agentId: said('Id of the agent'),
      displayName: said('Name for people'),
      capabilities: z.array(z.string()).optional().describe('What the agent can do; those of its machine when omitted'),
    }),
  },
  input: {
    machineId: text,
    agentId: text,
    displayName: text,
    capabilities: z.array(text).max(200).optional(),
    allowedTools: z
      .array(text)
      .max(500)
      .optional()
      .describe(
        'Calls it may cause, itself or by runs it starts at any depth: `tool`, `server/tool`, and for http:call `http.GET` ' +
          'or `host/http.GET`; `*` stands for any text. All when empty or omitted',
      ),
    policyTier: tier.optional(),
  },
  output: RegisteredAgent,
  rest: { method: 'POST', path: '/agents', summary: 'Register an agent; no secret is given back', tag: 'Agents' },
  run: register,
});
