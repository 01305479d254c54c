import { stripVTControlCharacters } from 'node:util';
import { ProgressLine } from '@quadrivium/kernel/shell';
import { expect, test } from 'vitest';
import { isMilestone, progressText } from '../../src/cli/progress-text.js';
import type { RunEvent } from '../../src/sddp/index.js';

function lineOn(live: boolean) {
  const notes: string[] = [];
  let now = 0;
  const line = new ProgressLine({ live, note: (text) => void notes.push(text) }, () => now);
  return {
    notes,
    line,
    at(time: number, given: object) {
      now = time;
      const event = given as RunEvent;
      line.show(progressText(event) ?? '', { milestone: isMilestone(event) });
    },
  };
}

const iteration = (number: number) => ({
  type: 'iteration',
  iteration: number,
  lowerBound: 72_050_100,
  upperBoundMean: 73_300_500,
  ci95: 365_600,
  gap: 0.01706,
  elapsedMs: 8400,
});

test('a terminal sees one line with bounds and gap that is drawn anew, no faster than people see, and cleared', () => {
  const { notes, line, at } = lineOn(true);
  at(0, { type: 'training_started', stages: 12, forwardPasses: 1, threads: 2 });
  at(10, iteration(1));
  at(60, iteration(2));
  at(70, iteration(3));
  at(500, { type: 'simulation_progress', completed: 50, scenarios: 100 });
  line.end();
  expect(notes.map(stripVTControlCharacters)).toEqual([
    '\rtraining  12 stages, 1 forward pass, 2 threads',
    '\rtraining  iteration   2  lower 72.050 M$  upper 73.301 M$ ± 365.600 k$  gap 1.71 %  8.4 s',
    '\rsimulation  ████████████░░░░░░░░░░░░  50/100 scenarios',
    '\r',
  ]);
});

test('a log gets whole lines now and then, and every milestone', () => {
  const { notes, line, at } = lineOn(false);
  at(0, iteration(1));
  at(1000, iteration(2));
  at(2500, iteration(3));
  at(2600, { type: 'training_finished', iterations: 3, reason: 'bound_stalling' });
  line.end();
  expect(notes.map((note) => /iteration +(\d+)/.exec(note)?.[1] ?? note)).toEqual([
    '1',
    '3',
    'training  stopped after 3 iterations: bound_stalling\n',
  ]);
});
