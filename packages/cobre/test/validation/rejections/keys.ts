/** Keys nobody knows, in every object of every file, and the dates that every entity has. */
import { isObject } from '@quadrivium/kernel/essentials';
import { set } from '../edit.js';
import { equipped, everyFile } from './equipped.js';
import { type Rejection, type Spoil, type Topic, topic } from './rejection.js';

/** Every object of a document as a dotted path, one of each list. */
function* objectsIn(value: unknown, path: string): Iterable<string> {
  if (Array.isArray(value)) yield* objectsIn(value[0], `${path}.0`);
  if (!isObject(value)) return;
  yield path;
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}.${key}`);
}

/** These take keys of the author: names of profiles, and what the format itself lets pass. */
const open = ['scenarios/correlation.json .profiles', 'constraints/generic_parameters.json '];

const documents = Object.entries(everyFile()).filter(([path]) => path.endsWith('.json'));

const unknown: readonly Rejection[] = documents.flatMap(([file, document]) =>
  [...objectsIn(document, '')]
    .filter((path) => !open.includes(`${file} ${path}`))
    .map((path): Rejection => {
      const spoil: Spoil = (files) => set(files, file, `${path}.colour`.slice(1), 'blue');
      return [
        `an unknown key in ${file}${path}`,
        'SchemaViolation',
        { file, actual: 'colour' },
        /Remove 'colour'/,
        spoil,
      ];
    }),
);

const registries = [
  ['buses', 'system/buses.json'],
  ['lines', 'system/lines.json'],
  ['hydros', 'system/hydros.json'],
  ['thermals', 'system/thermals.json'],
  ['non_controllable_sources', 'system/non_controllable_sources.json'],
  ['pumping_stations', 'system/pumping_stations.json'],
  ['contracts', 'system/energy_contracts.json'],
] as const;

const undated: readonly Rejection[] = registries.flatMap(([list, file]) => {
  const entries = (equipped()[file] as Record<string, readonly { id: number }[]>)[list]!;
  const where = { file, entity_id: entries[0]!.id, field: 'operational_start_date' };
  const key = `${list}.0.operational_start_date`;
  return [
    [
      `no date in ${file}`,
      'SchemaViolation',
      where,
      /Add 'operational_start_date'/,
      (files) => set(files, file, key, undefined),
    ],
    [
      `a date that is none in ${file}`,
      'SchemaViolation',
      where,
      /'operational_start_date' .* day of the calendar/,
      (files) => set(files, file, key, '2024-02-30'),
    ],
  ] satisfies Rejection[];
});

const removed: readonly Rejection[] = [
  [
    'the version of the penalties',
    'SchemaViolation',
    { file: 'penalties.json', field: 'version' },
    /Remove 'version'/,
    (files) => set(files, 'penalties.json', 'version', '1'),
  ],
];

export const keys: readonly Topic<Rejection>[] = [
  topic('1.0', 'keys nobody knows', unknown, everyFile),
  topic('1.6', 'penalties', removed),
  topic('1.7', 'dates of entities', undated, equipped),
];
