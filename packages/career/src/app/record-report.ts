/** The whole record of a job search as one text that people can read, keep and hand on. */
import type { CareerApp } from './career-app.js';
import { listInteractions } from './interactions.js';
import { latestOutcomes, remindersOf } from './plan.js';
import { profileIds, profileOf } from './profiles.js';
import { verifyAudit } from './verify-audit.js';

export async function recordReport(app: CareerApp): Promise<string> {
  const { valid, entries } = await verifyAudit(app);
  const head = `Made ${app.surroundings.now()}. ${entries} entries in the ledger, ${valid ? 'unbroken' : 'BROKEN'}.`;
  return [
    '# Record of the job search',
    head,
    ...profileIds(app).flatMap((id) => claims(app, id)),
    section('Opportunities', opportunities(app)),
    section('Outreach', await outreach(app)),
    section(
      'Dates',
      remindersOf(app, true).map(
        ({ on, time, kind, note, done }) => `${on} ${time ?? ''} ${kind}: ${note}${done ? ' (done)' : ''}`,
      ),
    ),
    section(
      'Documents',
      app.store.documents.list().map((one) => `${one.made_at} ${one.kind} as ${one.format}: ${one.name}`),
    ),
    section('Decisions', decisions(app)),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0
    ? ''
    : `## ${title}\n\n${lines.map((line) => `- ${line.replace(/\s+/g, ' ').trim()}`).join('\n')}`;
}

function claims(app: CareerApp, profileId: string): string[] {
  const { name } = profileOf(app, profileId);
  const atoms = app.store.atoms(profileId);
  const said = (verified: boolean) =>
    atoms
      .filter((atom) => atom.verified === verified)
      .map(({ claim, role, evidence_refs }) => {
        const where = [role?.title, role?.employer, role?.from, role?.to].filter(Boolean).join(', ');
        const proof = evidence_refs.length === 0 ? '' : `; proof: ${evidence_refs.join(', ')}`;
        return `${claim}${where === '' ? '' : ` (${where})`}${proof}`;
      });
  const of = name === '' ? profileId : name;
  return [
    section(`Confirmed claims of ${of}`, said(true)),
    section(`Claims of ${of} that nobody confirmed`, said(false)),
  ];
}

function opportunities(app: CareerApp): string[] {
  const outcomes = latestOutcomes(app);
  return app.store.opportunities().map(({ opportunity_id, role_title, company, requirements, deadline, url }) => {
    const outcome = outcomes.get(opportunity_id);
    return [
      `${role_title}, ${company}: ${requirements.length} requirements`,
      ...(deadline === undefined ? [] : [`deadline ${deadline}`]),
      ...(outcome === undefined ? [] : [`${outcome.outcome} on ${outcome.on}`]),
      ...(url === undefined ? [] : [url]),
    ].join('; ');
  });
}

async function outreach(app: CareerApp): Promise<string[]> {
  return (await listInteractions(app, false)).map(
    ({ contact_id, opportunity_id, state_name, created_at, changed_at }) => {
      const who = app.store.contact(contact_id)?.name ?? contact_id;
      const about = app.store.opportunity(opportunity_id);
      const dates = [created_at, changed_at].filter((date) => date !== undefined).join(', last change ');
      return `${who} about ${about ? `${about.role_title}, ${about.company}` : opportunity_id}: ${state_name} (${dates})`;
    },
  );
}

function decisions(app: CareerApp): string[] {
  return app.store.decisions().map(({ created_at, opportunity_id, overall_score, inputs, validation_summary }) => {
    const about = app.store.opportunity(opportunity_id);
    const what = about ? `${about.role_title}, ${about.company}` : opportunity_id;
    return `${created_at} ${what}: ${overall_score.toFixed(2)} by ${inputs.strategy}, ${validation_summary.status}`;
  });
}
