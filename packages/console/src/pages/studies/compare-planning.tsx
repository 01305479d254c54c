import { useMemo, useState } from 'preact/hooks';
import { figure } from '../../numbers/format.js';
import { type PlanningLine, planningLines } from '../../numbers/planning.js';
import { stageAxis } from '../../numbers/stages.js';
import { Chart } from '../../parts/chart.js';
import { Loaded } from '../../parts/notes.js';
import { useResource } from '../../state/use-resource.js';
import { entitiesOf, planningRows } from './study-data.js';

type Pair<T> = readonly [T, T];

const views = [
  { title: 'Stored energy', unit: '% of its maximum', kind: 'stored_energy', value: 'percent_p50' },
  { title: 'Price', unit: '$/MWh', kind: 'marginal_costs', value: 'price_p50' },
] as const;

interface Compared {
  readonly view: (typeof views)[number];
  readonly lines: Pair<readonly PlanningLine[]>;
}

interface ComparePlanningProps {
  readonly names: Pair<string>;
  readonly outputs: Pair<string>;
  /** Of both, where it is the same. */
  readonly firstMonth: string | undefined;
}

/** What two policies do with the water and what it costs, subsystem by subsystem: the middle of all scenarios of each. */
export function ComparePlanning({ names, outputs, firstMonth }: ComparePlanningProps) {
  const both = useResource(`compare-planning/${outputs.join('/')}`, () => loadBoth(names, outputs));
  return (
    <Loaded resource={both} what="storage and prices">
      {(all) => {
        const told = all.filter(({ lines }) => lines.every((each) => each.length > 0));
        if (told.length === 0) return null;
        return <Charts told={told} names={names} firstMonth={firstMonth} />;
      }}
    </Loaded>
  );
}

async function loadBoth(names: Pair<string>, outputs: Pair<string>): Promise<Compared[]> {
  const buses = await Promise.all(names.map((name) => entitiesOf(name, 'buses')));
  const linesOf = async (view: Compared['view'], at: 0 | 1) => {
    const table = await planningRows(outputs[at], view.kind);
    const known = new Map(buses[at]?.map(({ id, name }) => [String(id), name]));
    return planningLines(table, { x: 'stage_id', values: [view.value] }, known);
  };
  return Promise.all(
    views.map(async (view) => ({ view, lines: [await linesOf(view, 0), await linesOf(view, 1)] as const })),
  );
}

interface ChartsProps extends Pick<ComparePlanningProps, 'names' | 'firstMonth'> {
  readonly told: readonly Compared[];
}

function Charts({ told, names, firstMonth }: ChartsProps) {
  const places = [...new Set(told.flatMap(({ lines }) => lines.flat().map(({ name }) => name)))];
  const [place, setPlace] = useState(places.find((name) => isIn(told, name)) ?? places[0] ?? '');
  return (
    <>
      <div class="inline">
        <label for="compare-place">Subsystem</label>
        <select id="compare-place" value={place} onInput={(event) => setPlace(event.currentTarget.value)}>
          {places.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      {!isIn(told, place) && (
        <p class="note">Only one of the two has a subsystem called {place}; its line stands alone.</p>
      )}
      <div class="columns">
        {told.map(({ view, lines }) => (
          <PairChart key={view.title} {...{ view, lines, names, place, firstMonth }} />
        ))}
      </div>
    </>
  );
}

/** Whether both runs have values for it in every chart. */
const isIn = (told: readonly Compared[], place: string): boolean =>
  told.every(({ lines }) => lines.every((each) => each.some(({ name }) => name === place)));

interface PairProps extends Compared, Pick<ComparePlanningProps, 'names' | 'firstMonth'> {
  readonly place: string;
}

function PairChart({ view, lines, names, place, firstMonth }: PairProps) {
  const chart = useMemo(() => {
    const found = lines.map((each) => each.find(({ name }) => name === place));
    const x = [...new Set(found.flatMap((line) => line?.x ?? []))].sort((a, b) => a - b);
    const drawn = found.map((line, at) => {
      const values = new Map(line?.x.map((stage, k) => [stage, line.values[0]?.[k] ?? null]));
      const tone = at === 0 ? ('first' as const) : ('second' as const);
      return { label: names[at] ?? '', values: x.map((stage) => values.get(stage) ?? null), tone, dashed: at === 1 };
    });
    const ends = drawn.map(({ label, values }) => `${label} ends at ${figure(values.at(-1), true)}`).join(', ');
    const words = { title: view.title, unit: view.unit, summary: `${place}: ${ends}.` };
    return { ...words, ...stageAxis(firstMonth), x, lines: drawn };
  }, [view, lines, names[0], names[1], place, firstMonth]);
  return <Chart {...chart} />;
}
