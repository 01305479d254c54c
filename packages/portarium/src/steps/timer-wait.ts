import { z } from 'zod';
import { renderString } from '../domain/template.js';
import { milliseconds } from '../domain/workflow.js';
import { failed, stepKind } from './step-kind.js';

/** Waits for a duration or until a time. The wait is a number in the database; nothing ticks meanwhile. */
export const timerWait = stepKind(
  'timer:wait',
  { durationMs: z.union([milliseconds, z.string()]).optional(), untilIso: z.string().optional() },
  {
    does: 'settle',
    templates: ({ durationMs, untilIso }) => ({ durationMs: durationMs ?? '', untilIso: untilIso ?? '' }),
    problems: ({ durationMs, untilIso }) =>
      (durationMs === undefined) === (untilIso === undefined)
        ? [{ field: 'durationMs', message: 'give either durationMs or untilIso' }]
        : [],
    async enter({ tx, action: { durationMs, untilIso }, scope }) {
      const availableAt =
        untilIso === undefined
          ? tx.now + Number(typeof durationMs === 'string' ? renderString(durationMs, scope) : durationMs)
          : Date.parse(renderString(untilIso, scope));
      if (!Number.isFinite(availableAt))
        return failed('InvalidTime', 'The step does not say how long or until when to wait.');
      return { state: 'WaitingForTimer', availableAt };
    },
    woken: (now) => ({ firedAt: now }),
  },
);
