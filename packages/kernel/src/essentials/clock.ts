import { monotonicFactory } from 'ulid';

/** Where time and ids come from; the middle of every package is given one, and stays a function of its input. */
export interface Clock {
  /** Milliseconds since the epoch. Never goes backwards while the process lives. */
  now(): number;
  /** 26 characters, in small letters; they sort in the order they were made. */
  newUlid(): string;
}

/** Where a clock gets its time from, and who is told when the wall clock jumps. */
export interface ClockSources {
  /** Milliseconds since the epoch, as the machine believes; may jump. */
  readonly wall?: () => number;
  /** Milliseconds since some moment; stands still while the machine sleeps, and never jumps. */
  readonly steady?: () => number;
  /** Told by how much the wall clock has jumped: suspended machines and corrections forward, corrections back. */
  readonly onJump?: (milliseconds: number) => void;
}

/** Clocks that are steered towards the right time drift by less than this between two looks. */
const jumpMs = 1500;

/**
 * The wall clock when the process began plus the steady time since. A clock that is set back by an hour must not give
 * every lease another hour, so time goes on then; one that jumps ahead, as after a sleep of the machine, is followed,
 * because everybody else's time has passed.
 */
export function systemClock({ wall = Date.now, steady = () => performance.now(), onJump }: ClockSources = {}): Clock {
  let offset = wall() - steady();
  let behind = 0;
  const now = (): number => {
    const jump = wall() - (offset + steady());
    if (jump > jumpMs) {
      offset += jump;
      behind = 0;
      onJump?.(jump);
    } else if (Math.abs(jump - behind) > jumpMs) {
      if (jump < behind) onJump?.(jump - behind);
      behind = jump;
    }
    return Math.floor(offset + steady());
  };
  const next = monotonicFactory(randomFractions());
  return { now, newUlid: () => next(now()).toLowerCase() };
}

/** Random bytes of the system as fractions of one. Fetched by the thousand: each fetch costs as much as making an id. */
function randomFractions(): () => number {
  const bytes = new Uint8Array(1024);
  let at = bytes.length;
  return () => {
    if (at === bytes.length) {
      crypto.getRandomValues(bytes);
      at = 0;
    }
    const byte = bytes[at] as number;
    at += 1;
    return byte / 256;
  };
}
