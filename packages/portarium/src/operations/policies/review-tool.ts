import * as z from 'zod';
import { ToolView } from '../../answers/policies.js';
import { reviewTool as review } from '../../app/tool-review.js';
import { toolClasses } from '../../domain/tool-class.js';
import { invalidInput } from '../../faults.js';
import { toolRow } from '../brief.js';
import { define } from '../define.js';
import { text } from '../fields.js';

/** A command names a tool as `server/tool`. */
function byItsServer({ tool: name, ...rest }: Readonly<Record<string, unknown>>) {
  const [, server, tool] = /^([^/]+)\/(.+)$/.exec(String(name)) ?? [];
  if (tool === undefined) throw invalidInput(`"${name}" is not server/tool.`, { tool: ['is not server/tool'] });
  return { ...rest, server, tool };
}

export const reviewTool = define({
  name: 'portarium_tool_review',
  title: 'Review a tool',
  description: 'Accept what a server offers now, and say what kind of tool it is',
  effect: 'write',
  needs: 'policy:write',
  input: {
    server: text,
    tool: text,
    class: z.enum(toolClasses).optional(),
    schemaHash: text.optional().describe('What was looked at; refused when it is no longer what is offered'),
  },
  output: ToolView,
  rest: { method: 'POST', path: '/tools:review', tag: 'Policies' },
  cli: { verb: 'tools review', words: ['tool'], given: ['server'], prepare: byItsServer, show: toolRow },
  run: review,
});
