import * as z from 'zod';
import { ToolView } from '../../answers/policies.js';
import { listOf } from '../../answers/said.js';
import { listTools as list } from '../../app/tool-review.js';
import { rows, toolRow } from '../brief.js';
import { define } from '../define.js';

export const listTools = define({
  name: 'portarium_tool_list',
  title: 'List tools of other servers',
  description: 'Tools of other servers as they were pinned, and which of them drifted',
  effect: 'read',
  needs: 'policy:read',
  input: { unreviewed: z.stringbool().optional() },
  output: listOf(ToolView),
  rest: { method: 'GET', path: '/tools', tag: 'Policies' },
  cli: {
    verb: 'tools list',
    switches: { unreviewed: 'only those that nobody has reviewed' },
    prepare: ({ unreviewed }) => (unreviewed ? { unreviewed: 'true' } : {}),
    show: rows(toolRow),
  },
  async run(deps, caller, { unreviewed = false }) {
    const tools = await list(deps, caller);
    return { items: unreviewed ? tools.filter(({ reviewed }) => !reviewed) : tools };
  },
});
