import { ownProfile } from '../domain/atom.js';
import type { MatchReport } from '../match/report.js';
import type { MatchInput, MatchStrategy } from '../match/strategy.js';
import type { CareerApp } from './career-app.js';

/** A match of one person's claims; the report says whose they were when it is not whoever keeps this database. */
export function matchOf(
  app: CareerApp,
  strategy: MatchStrategy,
  input: MatchInput,
  profileId: string | undefined,
): MatchReport {
  const report = strategy.match(input, app.nearestAmong(input.atoms));
  return profileId === undefined || profileId === ownProfile ? report : { ...report, profile_id: profileId };
}
