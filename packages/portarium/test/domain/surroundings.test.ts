import { expect, onTestFinished, test, vi } from 'vitest';
import { realSurroundings } from '../../src/domain/surroundings.js';

test('L8: a clock that is set back by an hour moves neither the time nor the order of ids', () => {
  const { now, newId } = realSurroundings();
  const [before, first] = [now(), newId('run')];
  const wall = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(wall - 3_600_000);
  onTestFinished(() => clock.mockRestore());
  expect(now()).toBeGreaterThanOrEqual(before);
  const later = Array.from({ length: 100 }, () => newId('run'));
  expect([first, ...later]).toEqual([...new Set([first, ...later])].sort());
});
