import type { CobreAnswers } from '@quadrivium/cobre/answers';
import { useState } from 'preact/hooks';
import { figure, percent } from '../../numbers/format.js';
import { Loaded } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { useResource } from '../../state/use-resource.js';
import { cobre } from '../../wire/operations.js';
import { ComparePlanning } from './compare-planning.js';
import { ConvergenceChart } from './convergence-chart.js';
import { type Convergence, convergenceOf, type Study } from './study-data.js';

type Compared = CobreAnswers['cobre/compare-policies'];

/** Two trained studies side by side. */
export function CompareStudies({ trained }: { trained: readonly Study[] }) {
  const [wanted, setWanted] = useState<readonly [string?, string?]>([]);
  if (trained.length < 2) return null;
  const alike = pairAlike(trained);
  const [first = alike[0], second = alike[1]] = wanted;
  const [one, other] = [first, second].map((name) => trained.find((study) => study.name === name));
  return (
    <Card title="Compare two runs">
      <div class="pair">
        <Choice
          label="First"
          value={first}
          names={trained.map(({ name }) => name)}
          onChoose={(name) => setWanted([name, second])}
        />
        <Choice
          label="Second"
          value={second}
          names={trained.map(({ name }) => name)}
          onChoose={(name) => setWanted([first, name])}
        />
      </div>
      {one?.output !== undefined && other?.output !== undefined && (
        <Comparison names={[first, second]} outputs={[one.output, other.output]} firstMonth={sharedMonth(one, other)} />
      )}
    </Card>
  );
}

/** The first two of the same system, which have most to say to each other; the first two where there are none. */
function pairAlike(trained: readonly Study[]): readonly [string, string] {
  const kindOf = ({ facts }: Study): string => JSON.stringify([facts.stages, facts.entities]);
  const one = trained.find((study) => trained.some((other) => other !== study && kindOf(other) === kindOf(study)));
  const first = one ?? trained[0];
  const second = trained.find((other) => other !== first && (one === undefined || kindOf(other) === kindOf(one)));
  return [first?.name ?? '', second?.name ?? ''];
}

/** Stages of two studies are the same months only where both begin with the same one. */
function sharedMonth(one: Study, other: Study): string | undefined {
  return one.facts.first_month === other.facts.first_month ? one.facts.first_month : undefined;
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly names: readonly string[];
  readonly onChoose: (name: string) => void;
}

function Choice({ label, value, names, onChoose }: ChoiceProps) {
  const id = `compare-${label.toLowerCase()}`;
  return (
    <div>
      <label for={id}>{label}</label>
      <select id={id} value={value} onInput={(event) => onChoose(event.currentTarget.value)}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface ComparisonProps {
  readonly names: readonly [string, string];
  readonly outputs: readonly [string, string];
  readonly firstMonth: string | undefined;
}

function Comparison({ names, outputs, firstMonth }: ComparisonProps) {
  const [a, b] = outputs;
  const load = async (): Promise<{ compared: Compared; one: Convergence; other: Convergence }> => {
    const policy_dirs = outputs.map((output) => `${output}/policy`);
    const [compared, one, other] = await Promise.all([
      cobre('cobre/compare-policies', { policy_dirs }),
      convergenceOf(a),
      convergenceOf(b),
    ]);
    return { compared, one, other };
  };
  const both = useResource(`compare/${a}/${b}`, load);
  return (
    <Loaded resource={both} what="the comparison">
      {({ compared, one, other }) => (
        <>
          <Verdict compared={compared} names={names} />
          <Figures compared={compared} names={names} />
          <ConvergenceChart bounds={one.bounds} other={other.bounds} names={names} />
          <ComparePlanning names={names} outputs={outputs} firstMonth={firstMonth} />
        </>
      )}
    </Loaded>
  );
}

type Names = readonly [string, string];

function Verdict({ compared, names }: { compared: Compared; names: Names }) {
  const differences = names[0] === names[1] ? [] : compared.differences;
  return (
    <>
      {compared.compatible ? <Cheaper compared={compared} /> : <NotAlike compared={compared} names={names} />}
      {differences.length > 0 && (
        <ul>
          {differences.map(({ field, note }) => (
            <li key={field}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Why no difference of the two is told, in the words of whoever made the studies. */
function NotAlike({ compared: { policies }, names }: { compared: Compared; names: Names }) {
  const [one, other] = policies;
  const told = (count: number | undefined, word: string, at: 0 | 1): string =>
    `${names[at]} ${figure(count)} ${word}${count === 1 ? '' : 's'}`;
  const pair = (key: 'stages' | 'state_dimension', word: string): string[] =>
    one?.[key] === other?.[key] ? [] : [`${told(one?.[key], word, 0)}, ${told(other?.[key], word, 1)}`];
  const why = [...pair('stages', 'stage'), ...pair('state_dimension', 'state variable')];
  return (
    <p class="note">
      These are studies of different systems or horizons, so their costs say nothing about each other: {why.join('; ')}.
    </p>
  );
}

function Cheaper({ compared: { deltas } }: { compared: Compared }) {
  if (deltas?.lb_delta === undefined) return null;
  if (deltas.lb_delta === 0) return <p>Both have the same lower bound.</p>;
  const cheaper = deltas.lb_delta < 0 ? 'cheaper' : 'dearer';
  return (
    <p>
      By its lower bound the second is {figure(Math.abs(deltas.lb_delta), true)} $ (
      {percent(Math.abs(deltas.lb_delta_pct ?? 0))}) {cheaper} than the first.
    </p>
  );
}

function Figures({ compared, names }: { compared: Compared; names: readonly [string, string] }) {
  return (
    <Table
      caption="Figures of both runs"
      head={['Run', 'Lower bound ($)', 'Upper bound ($)', 'Gap', 'Iterations', 'Cuts']}
      rows={compared.policies.map((policy, at) => ({
        key: String(at),
        cells: [
          names[at] ?? '',
          figure(policy.final_lower_bound),
          figure(policy.final_upper_bound),
          percent(policy.final_gap),
          policy.iterations ?? '–',
          figure(policy.total_cuts),
        ],
      }))}
    />
  );
}
