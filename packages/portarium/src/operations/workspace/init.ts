import { operationFor } from '@quadrivium/kernel';
import * as z from 'zod';
import { initWorkspace as init } from '../../app/workspaces.js';
import { environments } from '../../domain/tier.js';
import { duringCall, type PortariumApp } from '../define.js';
import { given, text } from '../fields.js';

/** Only for whoever holds the database: it is in no list, so that no front offers it. */
export const initWorkspace = operationFor<PortariumApp>()({
  name: 'portarium_workspace_init',
  title: 'Create a workspace',
  description: 'Create a workspace with its first administrator, whose key is in the answer and nowhere else',
  effect: 'write',
  needs: 'workspace:admin',
  tool: false,
  cli: false,
  reveals: ['secret'],
  input: z.strictObject({
    workspaceId: text,
    name: text.optional(),
    environment: z.enum(environments).optional(),
    adminId: text.optional(),
  }),
  output: z.looseObject({ secret: z.string() }),
  async run(args, context) {
    const { secret } = await init(duringCall(context), given(args) as Parameters<typeof init>[1]);
    return { secret };
  },
});
