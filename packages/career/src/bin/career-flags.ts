import { type ExtraFlags, oneOf, textValue, wholeNumber } from '@quadrivium/kernel';
import type { CareerSettings } from '../app/career-app.js';
import { strategyNames } from '../app/strategies.js';
import { vectorBackends } from '../store/vector-store.js';

/** The settings of the seed's future list; each is a flag, a variable and a key of the configuration file. */
export const careerFlags = {
  db: textValue('db', 'SQLite file; in memory when left out', 'path'),
  redis: textValue('redis', 'Coordinate interactions over this Redis, for example redis://localhost:6379/0', 'uri'),
  vectorBackend: oneOf('vector-backend', 'Where vectors are kept', vectorBackends),
  defaultStrategy: oneOf('default-strategy', 'Strategy of match_opportunity when the caller names none', strategyNames),
  cooldownDays: wholeNumber('cooldown-days', 'Days after a Send in which nobody writes to the same person again', {
    min: 0,
    max: 3650,
    standard: '14',
  }),
  auditChainVerify: oneOf('audit-chain-verify', 'What to do at start when the audit log is broken', [
    'warn',
    'fail',
    'off',
  ]),
} satisfies ExtraFlags;

export type AuditCheck = 'warn' | 'fail' | 'off';

export function careerSettings(extra: Readonly<Record<string, unknown>>): CareerSettings & { auditCheck: AuditCheck } {
  const { db, redis, vectorBackend, defaultStrategy, cooldownDays, auditChainVerify } = extra;
  return {
    ...(typeof db === 'string' ? { db } : {}),
    ...(typeof redis === 'string' ? { redis } : {}),
    ...(vectorBackend === 'sqlite' ? { vectorBackend } : {}),
    ...(typeof defaultStrategy === 'string' ? { defaultStrategy } : {}),
    ...(typeof cooldownDays === 'number' ? { cooldownDays } : {}),
    auditCheck: (auditChainVerify as AuditCheck | undefined) ?? 'warn',
  };
}
