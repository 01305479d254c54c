import * as z from 'zod';
import { isTooLate } from '../domain/surroundings.js';
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
      const said =
        typeof durationMs === 'number' ? String(durationMs) : renderString(durationMs ?? untilIso ?? '', scope);
      const availableAt =
        untilIso !== undefined ? Date.parse(said) : said.trim() === '' ? Number.NaN : tx.now + Number(said);
      if (!Number.isInteger(availableAt))
        return failed(
          'InvalidTime',
          `"${said.slice(0, 100)}" does not say how long or until when to wait: ${untilIso === undefined ? 'a whole number of milliseconds' : 'a time in ISO 8601'} is needed.`,
        );
      if (isTooLate(availableAt)) return failed('InvalidTime', `"${said.slice(0, 100)}" is later than the year 9999.`);
      return { state: 'WaitingForTimer', availableAt };
    },
    woken: (now) => ({ firedAt: now }),
  },
);
