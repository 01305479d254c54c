import { ToolView } from '../../answers/policies.js';
import { listOf } from '../../answers/said.js';
import { listTools as list } from '../../app/tool-review.js';
import { define } from '../define.js';
import { items } from '../fields.js';

export const listTools = define({
  name: 'portarium_tool_list',
  title: 'List tools of other servers',
  description: 'Tools of other servers as they were pinned, and which of them drifted',
  effect: 'read',
  needs: 'policy:read',
  output: listOf(ToolView),
  rest: { method: 'GET', path: '/tools', operationId: 'listTools', tag: 'Policies' },
  run: (deps, caller) => items(list(deps, caller)),
});
