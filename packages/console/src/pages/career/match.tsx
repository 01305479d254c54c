import type {
  ExperienceAtom as Atom,
  MatchExplanation as Explanation,
  MatchReport,
  Opportunity,
} from '@quadrivium/career/answers';
import { useState } from 'preact/hooks';
import { percent } from '../../numbers/format.js';
import { ActionButton } from '../../parts/action-button.js';
import { Badge } from '../../parts/badge.js';
import { Loaded, TroubleNote } from '../../parts/notes.js';
import { Card, Facts, Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { link } from '../../state/route.js';
import { useResource } from '../../state/use-resource.js';
import { resultOf } from '../../wire/mcp.js';
import { type Trouble, troubleOf } from '../../wire/trouble.js';
import { OutcomeCard } from './outcome-card.js';
import { TailorCard } from './tailor-card.js';

/** Why an opportunity fits or does not, requirement by requirement, with the words that prove it. */
type RequirementMatch = MatchReport['requirement_matches'][number];

export function MatchDetail({ id }: { id: string }) {
  const load = async () => {
    const [explained, { opportunity }, { atoms }] = await Promise.all([
      resultOf<Explanation>('career', 'explain_match', { opportunity_id: id }),
      resultOf<{ opportunity: Opportunity }>('career', 'get_opportunity', { opportunity_id: id }),
      resultOf<{ atoms: readonly Atom[] }>('career', 'list_atoms', { limit: 1000 }),
    ]);
    return { explained, opportunity, claims: new Map(atoms.map(({ atom_id, claim }) => [atom_id, claim])) };
  };
  const found = useResource(`match/${id}`, load);
  return (
    <Page
      title={found.data?.opportunity.role_title ?? 'Opportunity'}
      lead={found.data?.opportunity.company ?? ''}
      actions={<a href={link('career')}>Career</a>}
    >
      <Loaded resource={found} what="the match">
        {({ explained, opportunity, claims }) => (
          <>
            <Posting opportunity={opportunity} />
            <Score explained={explained} id={id} />
            <Card title="Requirement by requirement">
              <Requirements matches={explained.match_report.requirement_matches} claims={claims} />
            </Card>
            <WhatIf explained={explained} />
            <TailorCard id={id} />
            <OutcomeCard id={id} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** What the posting says of itself. */
function Posting({ opportunity: { location, pay, deadline, url } }: { opportunity: Opportunity }) {
  if (location === undefined && pay === undefined && deadline === undefined && url === undefined) return null;
  return (
    <Card>
      <Facts
        items={[
          ['Where', location],
          ['Pay', pay],
          ['Until', deadline],
          ['Address', url],
        ]}
      />
    </Card>
  );
}

function Score({ explained: { match_report }, id }: { explained: Explanation; id: string }) {
  const { overall_score, requirement_matches } = match_report;
  const met = requirement_matches.filter(({ matched }) => matched).length;
  return (
    <Card>
      <p class="score">{percent(overall_score)}</p>
      <p>
        {met} of {requirement_matches.length} requirements are met by claims that a person has verified.
      </p>
      <Record id={id} strategy={match_report.strategy} />
    </Card>
  );
}

function Record({ id, strategy }: { id: string; strategy: string }) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const record = async (): Promise<void> => {
    setBusy(true);
    try {
      const args = { opportunity_id: id, strategy };
      const { decision_id } = await resultOf<{ decision_id: string }>('career', 'match_opportunity', args);
      location.hash = link('career', 'decision', decision_id);
    } catch (error) {
      setTrouble(troubleOf(error));
      setBusy(false);
    }
  };
  return (
    <>
      <ActionButton tone="primary" busy={busy} onClick={() => void record()}>
        Record this match as a decision
      </ActionButton>
      {trouble !== undefined && <TroubleNote trouble={trouble} />}
    </>
  );
}

interface RequirementsProps {
  readonly matches: readonly RequirementMatch[];
  readonly claims: ReadonlyMap<string, string>;
}

function Requirements({ matches, claims }: RequirementsProps) {
  const claimOf = (id: string | null | undefined): string =>
    id ? (claims.get(id) ?? 'a claim that was deleted') : '–';
  return (
    <Table
      caption="Requirements"
      head={['Requirement', 'Verdict', 'Score', 'Nearest claim', 'Why']}
      rows={matches.map((match) => ({
        key: match.requirement_text,
        cells: [
          match.requirement_text,
          <Badge key="verdict" state={match.explanation?.verdict ?? (match.matched ? 'met' : 'missing')} />,
          percent(match.best_score),
          claimOf(match.contributing_atom_id ?? match.explanation?.nearest_atom_id),
          reasonsOf(match).join('; ') || '–',
        ],
      }))}
    />
  );
}

function reasonsOf({ explanation, evidence_tokens }: RequirementMatch): readonly string[] {
  if (explanation === undefined) return evidence_tokens;
  return explanation.evidence.map(({ requirement, atom, path = [] }) =>
    requirement === atom
      ? `“${atom}”`
      : `“${requirement}” by “${atom}”${path.length > 0 ? ` (${path.join(' → ')})` : ''}`,
  );
}

function WhatIf({ explained: { what_if } }: { explained: Explanation }) {
  if (what_if.length === 0) return null;
  return (
    <Card title="What would help">
      <ul class="plain">
        {what_if.map(({ atom_id, claim, score_from, score_to }) => (
          <li key={atom_id}>
            Verify “{claim}”: {percent(score_from)} would become {percent(score_to)}.
          </li>
        ))}
      </ul>
    </Card>
  );
}
