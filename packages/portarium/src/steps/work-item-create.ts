import * as z from 'zod';
import { timeAfter } from '../domain/surroundings.js';
import { renderString } from '../domain/template.js';
import { milliseconds } from '../domain/workflow.js';
import { openWorkItem } from './open-work-item.js';
import { stepKind } from './step-kind.js';

/** Opens a case, and waits for its resolution when told to. */
export const workItemCreate = stepKind(
  'work-item:create',
  {
    title: z.string().min(1).max(500),
    owner: z.string().optional(),
    dueInMs: milliseconds.optional(),
    wait: z.boolean().default(false).describe('Whether the run goes on only when the item is resolved'),
  },
  {
    does: 'settle',
    templates: ({ title, owner }) => ({ title, owner: owner ?? '' }),
    async enter({ tx, run, step, action, scope }) {
      const { workItemId } = await openWorkItem(tx, run, step, {
        kind: 'case',
        title: renderString(action.title, scope),
        ...(action.owner === undefined ? {} : { owner: renderString(action.owner, scope) }),
        ...(action.dueInMs === undefined ? {} : { dueAt: timeAfter(tx.now, action.dueInMs) }),
      });
      if (action.wait) return { state: 'WaitingForManualCompletion', workItemId };
      return { state: 'Succeeded', output: { workItemId }, workItemId };
    },
  },
);
