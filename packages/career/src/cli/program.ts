/** `career`: every operation is a command, called through the same gate as the tools of the MCP server. */
import { existsSync } from 'node:fs';
import {
  type CallOperation,
  Fault,
  type Identity,
  localCalls,
  type OpenedRuntime,
  operationCommands,
} from '@quadrivium/kernel';
import {
  type Flags,
  type FlagValues,
  type Io,
  oneOf,
  type Program,
  packageVersion,
  textValue,
  wholeNumber,
  withDefault,
  withVariable,
} from '@quadrivium/kernel/shell';
import { recommendedStrategy, strategyNames } from '../app/strategies.js';
import { careerOperations } from '../operations/list.js';
import { vectorBackends } from '../store/vector-store.js';
import { reworded } from './reworded.js';

/** What goes for every command; flags win over variables. */
const careerOptions = {
  db: withVariable(withDefault(textValue('db', 'SQLite file', 'path'), 'career.db'), 'CAREER_DB'),
  redis: withVariable(textValue('redis', 'coordinate interactions over this Redis', 'uri'), 'CAREER_REDIS'),
  vectorBackend: withVariable(
    withDefault(oneOf('vector-backend', 'where vectors are kept', vectorBackends), 'sqlite'),
    'CAREER_VECTOR_BACKEND',
  ),
  defaultStrategy: withVariable(
    withDefault(
      oneOf('default-strategy', 'strategy of match-opportunity when none is named', strategyNames),
      recommendedStrategy,
    ),
    'CAREER_DEFAULT_STRATEGY',
  ),
  cooldownDays: withVariable(
    withDefault(
      wholeNumber('cooldown-days', 'days after a Send in which nobody writes to the same person again', {
        min: 0,
        max: 3650,
      }),
      14,
    ),
    'CAREER_COOLDOWN_DAYS',
  ),
} satisfies Flags;

export type CareerOptions = FlagValues<typeof careerOptions>;

export function careerProgram(
  open: (options: CareerOptions, io: Io) => Promise<OpenedRuntime>,
  identity: Identity,
): Program {
  const call = localCalls((given, io) => open(given as CareerOptions, io), identity);
  const careful: CallOperation = async (operation, args, io, given) => {
    if (operation.effect === 'read') requireDatabase((given as CareerOptions).db);
    return call(operation, args, io, given);
  };
  return {
    name: 'career',
    version: packageVersion(import.meta.url),
    description: 'Job-search coordination: match, explain, coordinate outreach, audit.',
    commands: operationCommands(careerOperations, careful),
    options: careerOptions,
    usageKind: 'INVALID_ARGUMENT',
    showsKinds: true,
    reworded,
  };
}

/** Looking must not make an empty database that looks like an answer. */
function requireDatabase(db: string): void {
  if (db === ':memory:' || existsSync(db)) return;
  throw new Fault('INVALID_ARGUMENT', `There is no database ${db}.`, {
    context: { db },
    suggestion: 'Add something first (add_atom, ingest_resume, add_opportunity), or say where it is with --db.',
  });
}
