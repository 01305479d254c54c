import * as z from 'zod';
import { ToolView } from '../../answers/policies.js';
import { reviewTool as review } from '../../app/tool-review.js';
import { toolClasses } from '../../domain/policy.js';
import { define } from '../define.js';
import { text } from '../fields.js';

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
  rest: { method: 'POST', path: '/tools:review', operationId: 'reviewTool', tag: 'Policies' },
  run: review,
});
