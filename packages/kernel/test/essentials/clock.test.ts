import { expect, test } from 'vitest';
import { systemClock } from '../../src/essentials/index.js';

/** A machine whose two clocks the test moves. */
function machine() {
  const at = { wall: 1_000_000_000_000, steady: 50 };
  const jumps: number[] = [];
  const clock = systemClock({
    wall: () => at.wall,
    steady: () => at.steady,
    onJump: (milliseconds) => jumps.push(milliseconds),
  });
  return {
    clock,
    jumps,
    pass(milliseconds: number, { asleep = false } = {}) {
      at.wall += milliseconds;
      if (!asleep) at.steady += milliseconds;
    },
    set(milliseconds: number) {
      at.wall += milliseconds;
    },
  };
}

test('time passes as the machine says, and small corrections are no jumps', () => {
  const { clock, jumps, pass, set } = machine();
  const began = clock.now();
  pass(60_000);
  set(900);
  set(-1200);
  expect(clock.now() - began).toBe(60_000);
  expect(jumps).toEqual([]);
});

test('a sleep of the machine is followed, once', () => {
  const { clock, jumps, pass } = machine();
  const began = clock.now();
  pass(8 * 3_600_000, { asleep: true });
  expect(clock.now() - began).toBe(8 * 3_600_000);
  pass(1000);
  expect(clock.now() - began).toBe(8 * 3_600_000 + 1000);
  expect(jumps).toEqual([8 * 3_600_000]);
});

test('a clock that is set back is noticed once, and time never goes backwards', () => {
  const { clock, jumps, pass, set } = machine();
  const began = clock.now();
  set(-3_600_000);
  expect(clock.now()).toBe(began);
  pass(5000);
  expect(clock.now() - began).toBe(5000);
  expect(jumps).toEqual([-3_600_000]);
  set(3_600_000);
  expect(clock.now() - began, 'set right again, nothing has happened').toBe(5000);
  expect(jumps).toEqual([-3_600_000]);
  const ids = Array.from({ length: 3 }, () => clock.newUlid());
  expect([...ids].sort()).toEqual(ids);
});
