import { useId, useMemo, useState } from 'preact/hooks';
import { envelopeNames } from '../../numbers/envelope.js';
import { figure } from '../../numbers/format.js';
import { type PlanningLine, planningLines, wholeSystem } from '../../numbers/planning.js';
import { stageAxis } from '../../numbers/stages.js';
import { Chart } from '../../parts/chart.js';
import { Loaded } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { useResource } from '../../state/use-resource.js';
import { entitiesOf, type PlanningKind, planningRows, type Study } from './study-data.js';

interface View {
  readonly title: string;
  readonly unit: string;
  readonly kind: PlanningKind;
  readonly x: 'stage_id' | 'year';
  /** The columns, the middle one first where there are several. */
  readonly values: readonly string[];
}

const bands = (name: string) => ['p50', 'p10', 'p90'].map((band) => `${name}_${band}`);

const views: readonly View[] = [
  { title: 'Stored energy', unit: '% of its maximum', kind: 'stored_energy', x: 'stage_id', values: bands('percent') },
  { title: 'Price bands', unit: '$/MWh', kind: 'marginal_costs', x: 'stage_id', values: bands('price') },
  { title: 'Deficit risk', unit: '% of scenarios', kind: 'deficit_risk', x: 'year', values: ['risk_percent'] },
  { title: 'Thermal classes', unit: 'MW', kind: 'thermal_classes', x: 'stage_id', values: bands('generation_mw') },
];

/** Numbers over all plants and scenarios that the run has made: few rows, however large the study. */
export function StudyPlanning({ study, output }: { study: Study; output: string }) {
  const load = () => Promise.all(views.map(async (view) => ({ view, table: await planningRows(output, view.kind) })));
  const tables = useResource(`planning/${output}`, load);
  const buses = useResource(`entities/${study.name}/buses`, () => entitiesOf(study.name, 'buses'));
  const names = new Map(buses.data?.map(({ id, name }) => [String(id), name]));
  return (
    <Loaded resource={tables} what="the numbers for planning">
      {(all) => {
        const told = all.filter(({ table }) => table.rows.length > 0);
        if (told.length === 0) return null;
        return (
          <Card title="For planning" aside={<span class="soft">By subsystem, over all scenarios</span>}>
            <div class="columns">
              {told.map(({ view, table }) => (
                <PlanningChart
                  key={view.title}
                  view={view}
                  lines={planningLines(table, view, names)}
                  firstMonth={study.facts.first_month}
                />
              ))}
            </div>
          </Card>
        );
      }}
    </Loaded>
  );
}

interface PlanningProps {
  readonly view: View;
  readonly lines: readonly PlanningLine[];
  readonly firstMonth: string | undefined;
}

function PlanningChart({ view, lines, firstMonth }: PlanningProps) {
  const id = useId();
  const [chosen, choose] = useState('');
  const line = lines.find(({ name }) => name === chosen) ?? usualLine(view, lines);
  return (
    <div class="result">
      <label for={id} class="hidden">
        {view.title} of
      </label>
      <select id={id} value={line?.name} onInput={(event) => choose(event.currentTarget.value)}>
        {lines.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      {line !== undefined && <LineChart view={view} line={line} firstMonth={firstMonth} />}
    </div>
  );
}

/** The whole system; of classes of thermals the one that generates most. */
function usualLine({ kind }: View, lines: readonly PlanningLine[]): PlanningLine | undefined {
  const sum = ({ values }: PlanningLine) => (values[0] ?? []).reduce((total, value) => total + value, 0);
  const whole = lines.find(({ name }) => name === wholeSystem);
  return whole ?? (kind === 'thermal_classes' ? [...lines].sort((a, b) => sum(b) - sum(a))[0] : lines[0]);
}

function LineChart({ view, line, firstMonth }: Omit<PlanningProps, 'lines'> & { line: PlanningLine }) {
  const props = useMemo(() => {
    const [middle = [], low, high] = line.values;
    const edges = low && high ? [edge(envelopeNames.high, high), edge(envelopeNames.low, low)] : [];
    return {
      ...{ title: view.title, unit: view.unit, x: line.x },
      ...(view.x === 'year' ? { xLabel: 'year', fromZero: true } : stageAxis(firstMonth)),
      lines: [
        { label: edges.length > 0 ? envelopeNames.middle : view.title, values: middle, tone: 'first' as const },
        ...edges,
      ],
      bands: edges.length > 0 ? [[1, 2] as const] : [],
      summary: `${line.name}, ${line.x.length} values; the last one is ${figure(middle.at(-1), true)}.`,
    };
  }, [view, line, firstMonth]);
  return <Chart {...props} />;
}

const edge = (label: string, values: readonly number[]) => ({ label, values, tone: 'edge' as const });
