import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CareerApp } from '../src/app/career-app.js';
import { applyEvent } from '../src/app/interactions.js';
import { matchOpportunity } from '../src/app/match-opportunity.js';
import { type AuditEvent, type ChainedEvent, chained, verifyTrace } from '../src/audit/event.js';
import { ExperienceAtom } from '../src/domain/atom.js';
import { Opportunity } from '../src/domain/opportunity.js';
import { fixedSurroundings } from '../src/domain/surroundings.js';
import { tokenIr } from '../src/ingest/token-ir.js';
import { originalConstitution, validate } from '../src/validate/constitution.js';
import type { Facts } from '../src/validate/rule.js';
import { validateTokens } from '../src/validate/token-rules.js';
import { type AcceptanceCase, acceptance, ofKind, parityOf } from './parity-cases.js';

const actor = { kind: 'user', id: 'test' } as const;
const nothingKnown: Facts = { atom: () => undefined, opportunity: () => undefined, recomputed: () => undefined };

function tampered(events: ChainedEvent[], tamper: AcceptanceCase['input']['tamper'] = []): ChainedEvent[] {
  const list = events.map((event) => ({ ...event }));
  for (const { op, index, i, j, size } of tamper) {
    if (op === 'truncate') list.length = size;
    else if (op === 'swap') [list[i], list[j]] = [list[j] as ChainedEvent, list[i] as ChainedEvent];
    else if (op === 'drop') list.splice(index, 1);
    else throw new Error(`This test does not know how to "${op}".`);
  }
  return list;
}

/** An app as the original's tests set it up: fixed clock, counted ids, the original's rules. */
async function originalApp(input: AcceptanceCase['input']): Promise<CareerApp> {
  const app = new CareerApp({ surroundings: fixedSurroundings(), constitution: originalConstitution, cooldownDays: 0 });
  for (const atom of input.atoms ?? []) app.store.putAtom(ExperienceAtom.parse(atom));
  if (input.opportunity) app.store.putOpportunity(Opportunity.parse(input.opportunity));
  return app;
}

describe.skipIf(acceptance.absent)('parity of everything but matching', () => {
  test.each(parityOf('validate_opportunity'))('opportunity check: %s', (_, { input, expected }) => {
    expect(Opportunity.safeParse({ requirements: [], ...input }).success).toBe(expected.ok);
  });

  test.each(parityOf('sha256_hex'))('SHA-256: %s', (_, { input, expected }) => {
    expect(createHash('sha256').update(input.text).digest('hex')).toBe(expected);
  });

  // An override never changes what is found. Where the original lets one clear the findings of other rules as well
  // (status overridden with FAIL findings left), ours stays blocked: scenario V06.
  test.each(parityOf('validate_match_report'))('original rules: %s', (_, { input, expected }) => {
    const { artifact_id, match_report } = input;
    const judged = validate(artifact_id, match_report, originalConstitution, nothingKnown);
    expect(judged).toMatchObject({
      status: expected.status === 'overridden' ? 'blocked' : expected.status,
      report_id: expected.report_id,
      finding_count: expected.finding_count,
    });
    expect(judged.findings.map((one) => [one.severity, one.rule_id])).toEqual(expected.findings);
  });

  test.each(parityOf('audit_chain'))('audit chain of a trace: %s', (_, { input, expected }) => {
    const events = chained(input.events as AuditEvent[]);
    const hashes = events.map(({ event_id, previous_hash, event_hash }) => ({ event_id, previous_hash, event_hash }));
    expect(hashes).toEqual(expected.events.map((one: ChainedEvent) => ({ ...one })));
    expect(verifyTrace(tampered(events, input.tamper))).toEqual(expected.verify);
  });

  test.each(parityOf('fsm'))('state machine: %s', async (_, { input, expected }) => {
    const app = await originalApp(input);
    if (input.create !== false) await create(app, 'int-001');
    for (const [at, { event, idempotency_key }] of input.steps.entries()) {
      const { result } = await applyEvent(app, {
        interactionId: 'int-001',
        event,
        idempotencyKey: idempotency_key,
        actor,
      });
      // A replay gives the original's after-state twice; we give back what was answered the first time (scenario I03).
      const { before_state, ...same } = expected[at];
      expect(result).toMatchObject(same.outcome === 'already_applied' ? same : { ...same, before_state });
    }
    await app.close();
  });

  test.each(parityOf('interaction_pipeline'))('interaction and its trace: %s', async (_, { input, expected }) => {
    const app = await originalApp(input);
    if (input.create !== false) await create(app, 'int-001');
    for (const [at, { event, idempotency_key }] of input.steps.entries()) {
      const answer = await applyEvent(app, { interactionId: 'int-001', event, idempotencyKey: idempotency_key, actor });
      const { trace_id, ...states } = expected.results[at];
      expect(answer).toMatchObject({ trace_id, result: states });
    }
    const trace = expected.results[0].trace_id;
    expect(chained(app.audit.trace(trace)).map((one) => one.event_hash)).toEqual(
      expected.audit.map((one: ChainedEvent) => one.event_hash),
    );
    await app.close();
  });

  test.each(parityOf('pipeline'))('match pipeline and its trace: %s', async (_, { input, expected }) => {
    const app = await originalApp(input);
    const request = {
      opportunityId: input.opportunity_id ?? 'nowhere',
      ...(input.trace_id ? { traceId: input.trace_id } : {}),
      ...(input.resume_id ? { resumeId: input.resume_id } : {}),
      actor,
    };
    if (expected.error) expect(() => matchOpportunity(app, request)).toThrow();
    else {
      const answer = matchOpportunity(app, request);
      expect(answer).toMatchObject({
        trace_id: expected.trace_id,
        decision_id: expected.decision_id,
        match_report: expected.match_report,
      });
      expect(app.store.decision(answer.decision_id)).toMatchObject(expected.decision);
    }
    const events = chained(app.audit.trace(input.trace_id ?? expected.trace_id));
    // Where the original leaves a failed run open, ours says how it ended.
    const known = events.filter((one) => one.event_type !== 'RunFailed').map((one) => one.event_hash);
    expect(known).toEqual(expected.audit.map((one: ChainedEvent) => one.event_hash));
    await app.close();
  });

  test.each(ofKind('token_ir'))('token view: %s', (_, { input, expected }) => {
    expect(tokenIr(input.text, input.source_hash, input.mode, input.filter_stop_words ?? true)).toEqual(expected);
  });

  test.each(ofKind('validate_token_ir'))('token rules: %s', (_, { input, expected }) => {
    const spans = input.spans.map(([token, start_line, end_line]: [string, number, number]) => ({
      token,
      start_line,
      end_line,
    }));
    const ir = {
      schema_version: '0.3',
      source_hash: input.source_hash,
      tokenizer: { type: 't' },
      tokens: input.tokens,
      spans,
    } as const;
    const judged = validateTokens({ ir, resumeText: input.canonical_text, resumeHash: input.canonical_hash });
    expect(judged.status).toBe(expected.status);
    expect(judged.findings.map((one) => [one.severity, one.rule_id])).toEqual(expected.findings);
  });
});

async function create(app: CareerApp, interactionId: string): Promise<void> {
  await app.coordinator.create({
    interactionId,
    contactId: 'contact-1',
    opportunityId: 'opp-1',
    idempotencyKey: 'create',
    traceId: 'trace-create',
    eventId: 'evt-create',
    actor,
    at: '2026-01-01T00:00:00Z',
    cooldownMs: 0,
  });
}

describe('statements of the original that no shared case covers', () => {
  const opportunity = { opportunity_id: 'o', company: 'c', role_title: 'r' };

  test('requirement tags are normalised, or refused', () => {
    const withTags = (tags: string[]) => Opportunity.safeParse({ ...opportunity, requirements: [{ text: 't', tags }] });
    expect(withTags(['go', 'python']).success).toBe(true);
    for (const tags of [['Python'], ['python', 'go'], ['go', 'go'], ['c++'], ['machine learning']]) {
      expect(withTags(tags).error?.message, String(tags)).toContain('lower-case words');
    }
  });

  test('a span that is wrong twice has two findings', () => {
    const ir = {
      ...tokenIr('one\ntwo', 'h', 'deterministic'),
      tokens: {},
      spans: [{ token: 'one', start_line: 0, end_line: 9 }],
    };
    const { findings } = validateTokens({ ir, resumeText: 'one\ntwo', resumeHash: 'h' });
    expect(findings.map((one) => one.rule_id)).toEqual(['TOK-003', 'TOK-003']);
  });
});
