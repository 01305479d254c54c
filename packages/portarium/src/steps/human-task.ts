import * as z from 'zod';
import { timeAfter } from '../domain/surroundings.js';
import { renderString } from '../domain/template.js';
import { milliseconds } from '../domain/workflow.js';
import { openWorkItem } from './open-work-item.js';
import { stepKind } from './step-kind.js';

/** Work that a person does. The run goes on when it is completed with the token that claiming it gave. */
export const humanTask = stepKind(
  'human:task',
  {
    instructions: z.string().min(1).max(10_000),
    assignee: z.string().optional(),
    dueInMs: milliseconds.optional(),
    outcomeSchema: z.record(z.string(), z.unknown()).optional(),
  },
  {
    does: 'settle',
    templates: ({ instructions, assignee }) => ({ instructions, assignee: assignee ?? '' }),
    async enter({ tx, run, step, action, scope }) {
      const instructions = renderString(action.instructions, scope);
      const { workItemId } = await openWorkItem(tx, run, step, {
        kind: 'human-task',
        title: instructions.split('\n')[0]?.slice(0, 200) ?? action.actionId,
        instructions,
        ...(action.assignee === undefined ? {} : { owner: renderString(action.assignee, scope) }),
        ...(action.dueInMs === undefined ? {} : { dueAt: timeAfter(tx.now, action.dueInMs) }),
        ...(action.outcomeSchema === undefined ? {} : { outcomeSchema: action.outcomeSchema }),
      });
      return { state: 'WaitingForManualCompletion', workItemId };
    },
  },
);
