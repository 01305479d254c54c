/** What one file says of another: a code that nothing declares is told with its place, before anybody computes with it. */
import { Fault } from '@quadrivium/kernel/fault';
import type { Origin } from '../readers/line.js';
import type { Deck } from './deck.js';

interface Reference {
  readonly origin: Origin;
  /** Where the code stands, from 1. */
  readonly column: number;
  readonly code: number;
  readonly of: string;
  readonly known: ReadonlySet<number>;
  readonly declaredIn: string;
}

export function checkDeck(deck: Deck): void {
  const unknown = references(deck).filter(({ code, known }) => !known.has(code));
  const [first] = unknown;
  if (first === undefined) return;
  const errors = unknown.map((reference) => {
    const { kind, message, context, suggestion } = refusal(reference);
    return { kind, message, context, suggestion };
  });
  throw Object.assign(refusal(first), { context: { ...refusal(first).context, errors } });
}

function references(deck: Deck): Reference[] {
  const reservoirs = new Set(deck.reservoirs.map(({ code }) => code));
  const subsystems = new Set(deck.system.subsystems.map(({ code }) => code));
  const plants = new Set(deck.plants.map(({ code }) => code));
  const thermals = new Set(deck.thermalData.map(({ code }) => code));
  const classes = new Set(deck.costs.classes.map(({ code }) => code));
  const gauges = { has: (gauge: number) => gauge >= 1 && gauge <= deck.flows.gauges } as ReadonlySet<number>;
  const to = (of: string, known: ReadonlySet<number>, declaredIn: string) => ({ of, known, declaredIn });
  return [
    ...deck.reservoirs.map(({ origin, subsystem }) => ({
      ...{ origin, column: 19, code: subsystem },
      ...to('subsystem', subsystems, 'SISTEMA'),
    })),
    ...deck.plants.flatMap(({ origin, code, gauge, reservoir, downstream }) => [
      { origin, column: 2, code, of: 'hydro plant', known: new Set(deck.register.keys()), declaredIn: 'HIDR' },
      { origin, column: 20, code: gauge, ...to('gauge', gauges, 'VAZOES') },
      { origin, column: 31, code: reservoir, ...to('equivalent reservoir', reservoirs, 'REE') },
      ...(downstream ? [{ origin, column: 26, code: downstream, ...to('plant downstream', plants, 'CONFHD') }] : []),
    ]),
    ...deck.thermals.flatMap(({ origin, code, subsystem, costClass }) => [
      { origin, column: 2, code, ...to('thermal plant', thermals, 'TERM') },
      { origin, column: 22, code: subsystem, ...to('subsystem', subsystems, 'SISTEMA') },
      { origin, column: 36, code: costClass, ...to('cost class', classes, 'CLAST') },
    ]),
    ...[...deck.system.load, ...deck.system.sources, ...deck.additionalLoads, ...deck.blocks.load].map(
      ({ origin, subsystem }) => ({ origin, column: 2, code: subsystem, ...to('subsystem', subsystems, 'SISTEMA') }),
    ),
    ...deck.system.interchange.flatMap(({ origin, from, to: target }) => [
      { origin, column: 2, code: from, ...to('subsystem', subsystems, 'SISTEMA') },
      { origin, column: 6, code: target, ...to('subsystem', subsystems, 'SISTEMA') },
    ]),
  ];
}

const withArticle = (what: string) => `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`;

function refusal({ origin, column, code, of, declaredIn }: Reference): Fault<'MissingReference'> {
  const { file, line } = origin;
  const message = `${file}, line ${line}, column ${column}: expected ${withArticle(of)} that ${declaredIn} has, found ${code}`;
  return new Fault('MissingReference', message, {
    context: { file, line, column, expected: `${withArticle(of)} of ${declaredIn}`, found: String(code) },
    suggestion: `Add ${code} to ${declaredIn}, or correct the code.`,
  });
}
