import * as z from 'zod';
import { listOverrides as list } from '../../app/overrides.js';
import { define } from '../define.js';
import { items } from '../fields.js';
import { OverrideListAnswer } from './answers.js';

export const listOverrides = define({
  name: 'portarium_override_list',
  title: 'List overrides',
  description: 'List overrides',
  effect: 'read',
  needs: 'approval:read',
  input: { unreviewed: z.stringbool().optional() },
  output: OverrideListAnswer,
  rest: { method: 'GET', path: '/overrides', operationId: 'listOverrides', tag: 'Approvals' },
  run: (deps, caller, request) => items(list(deps, caller, request)),
});
