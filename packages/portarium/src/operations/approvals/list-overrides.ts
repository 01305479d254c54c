import * as z from 'zod';
import { OverrideView } from '../../answers/approvals.js';
import { listOf } from '../../answers/said.js';
import { listOverrides as list } from '../../app/approvals/overrides.js';
import { define } from '../define.js';
import { items } from '../fields.js';

export const listOverrides = define({
  name: 'portarium_override_list',
  title: 'List overrides',
  description: 'List overrides',
  effect: 'read',
  needs: 'approval:read',
  input: { unreviewed: z.stringbool().optional() },
  output: listOf(OverrideView),
  rest: { method: 'GET', path: '/overrides', tag: 'Approvals' },
  run: (deps, caller, request) => items(list(deps, caller, request)),
});
