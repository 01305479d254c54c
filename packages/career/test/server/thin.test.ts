import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '@quadrivium/ledger';
import { expect, test } from 'vitest';
import type { CareerApp } from '../../src/app/career-app.js';
import { applyEvent, createInteraction } from '../../src/app/interactions.js';
import { matchOpportunity } from '../../src/app/match-opportunity.js';
import { validateReport } from '../../src/app/validate-report.js';
import { AuditLog } from '../../src/audit/audit-log.js';
import { CareerStore } from '../../src/store/career-store.js';
import { vectorBackends, vectorStore } from '../../src/store/vector-store.js';
import { type Answer, type CareerClient, filled } from './career-client.js';
import { tablesOf } from './tables.js';

/** Whoever speaks over a pipe. */
const actor = { kind: 'user', id: 'local' } as const;
const ids = { contact_id: 'ina', opportunity_id: 'opp-1', interaction_id: 'int-1', trace_id: 't' };
const open = { contactId: 'ina', opportunityId: 'opp-1', interactionId: 'int-1', traceId: 't', actor };
const report = (app: CareerApp) => matchOpportunity(app, { opportunityId: 'opp-1', actor }).match_report;

async function prepared(): Promise<CareerClient> {
  const career = await filled();
  await career.call('add_contact', { contact_id: 'ina', name: 'Ina' });
  return career;
}

interface Case {
  /** Over MCP. */
  served(career: CareerClient): Promise<Answer>;
  /** The same without any server. */
  bare(app: CareerApp): unknown;
}

const services: Record<string, Case> = {
  matching: {
    served: (career) => career.call('match_opportunity', { opportunity_id: 'opp-1', trace_id: 't' }),
    bare: (app) => matchOpportunity(app, { opportunityId: 'opp-1', traceId: 't', actor }),
  },
  validation: {
    served: (career) => career.call('validate_match_report', { match_report: report(career.app), trace_id: 't' }),
    bare: (app) => {
      const { trace_id, report_sha256, ...judged } = validateReport(app, {
        report: report(app),
        traceId: 't',
        actor,
        mayOverride: true,
      });
      // The seed shows the findings at the top, match_opportunity under a name: both are told.
      return { trace_id, report_sha256, ...judged, validation_report: judged };
    },
  },
  'the state machine': {
    async served(career) {
      await career.call('create_interaction', ids);
      const step = { interaction_id: 'int-1', event: 'Prepare', idempotency_key: 'k', trace_id: 't' };
      return career.call('interaction_apply_event', step);
    },
    async bare(app) {
      await createInteraction(app, open);
      return applyEvent(app, {
        interactionId: 'int-1',
        event: 'Prepare',
        idempotencyKey: 'k',
        traceId: 't',
        actor,
      });
    },
  },
  'the audit trace': {
    async served(career) {
      await career.call('match_opportunity', { opportunity_id: 'opp-1', trace_id: 't' });
      return career.call('get_audit_trace', { trace_id: 't' });
    },
    bare(app) {
      matchOpportunity(app, { opportunityId: 'opp-1', traceId: 't', actor });
      return {
        trace_id: 't',
        events: app.audit.trace('t').map((event) => ({ ...event, payload: JSON.parse(event.payload) })),
      };
    },
  },
};

// Two databases with the same clock and the same ids: what the server added of its own would be a difference.
test.each(Object.entries(services))(
  '%s answers and stores the same without the server',
  async (_, { served, bare }) => {
    const [one, other] = [await prepared(), await prepared()];
    const [answer, expected] = [await served(one), await bare(other.app)];
    expect(answer).toEqual(JSON.parse(JSON.stringify(expected)));
    expect(tablesOf(one.app)).toEqual(tablesOf(other.app));
    expect(Object.values(tablesOf(one.app)).flat().length).toBeGreaterThan(5);
    for (const each of [one, other]) await each.close();
  },
);

test('no tool reads a table, a file or the network by itself', () => {
  const folder = join(import.meta.dirname, '../../src/operations');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const reaching = /\.prepare\(|\.exec\(|from 'node:|\bfetch\(|from '(?:\.\.\/)+store\//;
  expect(files.filter((name) => reaching.test(readFileSync(join(folder, name), 'utf8')))).toEqual([]);
  expect(files.length).toBeGreaterThan(40);
});

test('repositories and audit log work on a bare database, without application or server', () => {
  const database = openSqlite(':memory:');
  const store = new CareerStore(database);
  const posting = { opportunity_id: 'opp-1', company: 'Trams', role_title: 'Driver', requirements: [], source: 'test' };
  store.putOpportunity(posting);
  expect(store.opportunity('opp-1')).toMatchObject(posting);
  const audit = new AuditLog(database);
  const event = { event_id: 'e', trace_id: 't', event_type: 'Tried', payload: { by: 'hand' }, refs: [], actor };
  audit.append({ ...event, created_at: '2026-01-01T00:00:00Z' });
  expect(audit.trace('t')).toMatchObject([{ event_type: 'Tried', payload: '{"by":"hand"}' }]);
  expect(audit.rememberedHeads()).toMatchObject([{ seq: 1 }]);
  database.close();
});

test.each(vectorBackends)('the %s store of vectors gives back what it was given, by key', (backend) => {
  const database = openSqlite(':memory:');
  new CareerStore(database);
  const vectors = vectorStore(backend, database, 'grams');
  const kept = { sourceHash: 'h', vector: Float32Array.of(0.5, -1) };
  vectors.put('a', kept);
  expect(vectors.get('a')).toEqual(kept);
  expect(vectors.get('b')).toBeUndefined();
  database.close();
});
