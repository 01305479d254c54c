import type { ExperienceAtom as Atom, MatchReport, Opportunity } from '@quadrivium/career/answers';
import { wholePercent } from '../../numbers/format.js';
import { Badge } from '../../parts/badge.js';
import { Marked, type Span } from '../../parts/marked.js';
import { Table } from '../../parts/table.js';

type RequirementMatch = MatchReport['requirement_matches'][number];
type Evidence = NonNullable<RequirementMatch['explanation']>['evidence'][number];
export type Claims = ReadonlyMap<string, Atom>;

interface RequirementsProps {
  readonly matches: readonly RequirementMatch[];
  readonly asked: Opportunity['requirements'];
  readonly claims: Claims;
}

/** What the posting asks beside what answers it, with the very words of both marked. */
export function Requirements({ matches, asked, claims }: RequirementsProps) {
  return (
    <Table
      caption="Requirements"
      head={['The posting asks for', 'Verdict', 'What you have shown']}
      rows={matches.map((match, at) => ({
        key: `${at} ${match.requirement_text}`,
        cells: [
          <Asked key="asked" match={match} required={asked[at]?.required ?? true} />,
          <Judged key="judged" match={match} />,
          <Shown key="shown" match={match} claims={claims} />,
        ],
      }))}
    />
  );
}

function Asked({ match, required }: { match: RequirementMatch; required: boolean }) {
  const spans = evidenceOf(match).map(
    (one) => one.requirement_span ?? placeOf(match.requirement_text, one.requirement),
  );
  return (
    <div class="said">
      <p>
        <Marked text={match.requirement_text} spans={spans} />
      </p>
      {!required && <p class="soft">Nice to have</p>}
    </div>
  );
}

function Judged({ match: { explanation, matched, best_score } }: { match: RequirementMatch }) {
  return (
    <div class="said">
      <p>
        <Badge state={explanation?.verdict ?? (matched ? 'met' : 'missing')} />
      </p>
      <p class="soft">{wholePercent(best_score)}</p>
    </div>
  );
}

function Shown({ match, claims }: { match: RequirementMatch; claims: Claims }) {
  const ids = claimsBehind(match);
  const note = match.explanation?.note;
  if (ids.length === 0) return <p class="soft">{note ?? 'Nothing that is confirmed speaks of it.'}</p>;
  return (
    <div class="said">
      {ids.map((id) => (
        <ClaimShown
          key={id}
          atom={claims.get(id) ?? saidInProfile(id, match)}
          evidence={evidenceOf(match).filter((one) => ofClaim(one, match) === id)}
        />
      ))}
      {note !== undefined && <p class="soft">{note}</p>}
    </div>
  );
}

function ClaimShown({
  atom,
  evidence,
}: {
  atom: Pick<Atom, 'claim' | 'title'> | undefined;
  evidence: readonly Evidence[];
}) {
  if (atom === undefined) return <p class="soft">A claim that was deleted.</p>;
  const inText = (text: 'claim' | 'title') =>
    evidence
      .filter((one) => (one.atom_text ?? 'claim') === text)
      .map((one) => one.atom_span ?? placeOf(atom[text], one.atom));
  const titled = evidence.some((one) => one.atom_text === 'title') ? inText('title') : [];
  const remarks = evidence.flatMap(remarkOf);
  return (
    <div>
      <p>
        <Marked text={atom.claim} spans={inText('claim')} />
        {titled.length > 0 && (
          <span class="soft">
            {' '}
            (<Marked text={atom.title} spans={titled} />)
          </span>
        )}
      </p>
      {remarks.length > 0 && <p class="soft">{remarks.join('; ')}</p>}
    </div>
  );
}

/** Conditions of work are no claims, so no list has them; the report quotes their words. */
function saidInProfile(id: string, match: RequirementMatch): Pick<Atom, 'claim' | 'title'> | undefined {
  const quoted = evidenceOf(match).find((one) => ofClaim(one, match) === id)?.atom;
  return id.startsWith('profile:') ? { claim: quoted ?? 'Your conditions of work', title: '' } : undefined;
}

/** What the marks alone do not say: years that were counted, a way from one name to another, what is wanting. */
function remarkOf({ kind, requirement, atom, path = [], note }: Evidence): string[] {
  const way = path.length > 1 ? [`“${requirement}” by way of ${path.join(' → ')}`] : [];
  const counted = kind === 'years' ? [`“${requirement}”: ${atom.replace(/\.0 years$/, ' years')} counted`] : [];
  return [...counted, ...way, ...(note === undefined ? [] : [`“${requirement}”: ${note}`])];
}

function evidenceOf({ explanation }: RequirementMatch): readonly Evidence[] {
  return explanation?.evidence ?? [];
}

const ofClaim = ({ atom_id }: Evidence, match: RequirementMatch): string | null | undefined =>
  atom_id ?? match.contributing_atom_id ?? match.explanation?.nearest_atom_id;

function claimsBehind(match: RequirementMatch): string[] {
  const nearest = match.contributing_atom_id ?? match.explanation?.nearest_atom_id;
  const united = evidenceOf(match).map((one) => ofClaim(one, match));
  return [...new Set([nearest, ...united])].filter((id) => id !== null && id !== undefined);
}

/** Evidence without a span names its words as they are compared, in lower case. */
function placeOf(text: string, words: string): Span {
  const at = text.toLowerCase().indexOf(words.toLowerCase());
  return at < 0 ? [0, 0] : [at, at + words.length];
}
