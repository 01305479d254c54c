import { useMemo, useState } from 'preact/hooks';
import { type Envelope, envelopeNames, envelopeOf } from '../../numbers/envelope.js';
import { figure } from '../../numbers/format.js';
import { observationsOf, type Reading } from '../../numbers/observations.js';
import { stageAxis } from '../../numbers/stages.js';
import { Chart } from '../../parts/chart.js';
import { EntityPicker } from '../../parts/entity-picker.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { useResource } from '../../state/use-resource.js';
import { type Entity, entitiesOf, membersOf, mostTogether, resultRows, type Study } from './study-data.js';

interface View extends Reading {
  readonly title: string;
  readonly unit: string;
  /** Where in a stage, or of which part of it, before the word for a stage. */
  readonly when?: 'at the end of the' | 'in the';
  readonly kind: 'hydros' | 'thermals' | 'buses';
  readonly all: string;
}

const views: readonly View[] = [
  {
    title: 'Storage',
    unit: 'hm³',
    when: 'at the end of the',
    kind: 'hydros',
    value: 'storage_final_hm3',
    entity: 'hydro_id',
    blocks: 'last',
    entities: 'sum',
    all: 'All reservoirs',
  },
  {
    title: 'Hydro dispatch',
    unit: 'MWh',
    when: 'in the',
    kind: 'hydros',
    value: 'generation_mwh',
    entity: 'hydro_id',
    blocks: 'sum',
    entities: 'sum',
    all: 'All hydros',
  },
  {
    title: 'Thermal dispatch',
    unit: 'MWh',
    when: 'in the',
    kind: 'thermals',
    value: 'generation_mwh',
    entity: 'thermal_id',
    blocks: 'sum',
    entities: 'sum',
    all: 'All thermals',
  },
  {
    title: 'Marginal cost',
    unit: '$/MWh',
    kind: 'buses',
    value: 'spot_price',
    entity: 'bus_id',
    blocks: 'mean',
    entities: 'mean',
    all: 'Mean of all buses',
  },
];

/** What happened in the simulated scenarios, each chart with its middle and the band that holds eight of ten. */
export function StudyResults({ study, output }: { study: Study; output: string }) {
  return (
    <Card title="What the policy does" aside={<span class="soft">The band holds eight of ten scenarios</span>}>
      <div class="columns">
        {views.map((view) => (
          <ResultChart key={view.title} view={view} study={study} output={output} />
        ))}
      </div>
    </Card>
  );
}

function ResultChart({ view, study, output }: { view: View; study: Study; output: string }) {
  const { name, facts } = study;
  const entities = useResource(`entities/${name}/${view.kind}`, () => entitiesOf(name, view.kind));
  return (
    <div class="result">
      <Loaded resource={entities} what={view.title.toLowerCase()}>
        {(list) => (
          <ChosenChart
            view={view}
            output={output}
            entities={list}
            most={mostTogether(facts)}
            firstMonth={facts.first_month}
          />
        )}
      </Loaded>
    </div>
  );
}

interface ChosenProps {
  readonly view: View;
  readonly output: string;
  readonly entities: readonly Entity[];
  /** How many can be drawn together. */
  readonly most: number;
  readonly firstMonth: string | undefined;
}

function ChosenChart({ view, output, entities, most, firstMonth }: ChosenProps) {
  // The rows of hundreds of plants together are too many for a page; their sums stand under planning.
  const together = entities.length <= most;
  const [entity, setEntity] = useState(together ? '' : String(entities[0]?.id));
  const chosen = membersOf(entity, entities);
  const load = async () => {
    const columns = ['stage_id', 'scenario_id', 'block_id', view.entity, view.value];
    const table = await resultRows(output, view.kind, columns, chosen);
    return { table, envelope: envelopeOf(observationsOf(table, view)) };
  };
  const results = useResource(`${output}/${view.title}/${entity}`, load);
  return (
    <>
      <EntityPicker
        label={`${view.title} of`}
        entities={entities}
        value={entity}
        all={together ? view.all : undefined}
        mostOfGroup={most}
        onChoose={setEntity}
      />
      <Loaded resource={results} what={view.title.toLowerCase()}>
        {({ envelope, table }) =>
          envelope.stages.length === 0 ? (
            <Empty title={`No ${view.title.toLowerCase()} was simulated.`} />
          ) : (
            <>
              <EnvelopeChart view={view} envelope={envelope} firstMonth={firstMonth} />
              {table.truncated && (
                <p class="soft">
                  Only the first {figure(envelope.stages.length)} {stageAxis(firstMonth).xLabel}s fit on this page.
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </>
  );
}

interface EnvelopeProps {
  readonly view: View;
  readonly envelope: Envelope;
  readonly firstMonth: string | undefined;
}

function EnvelopeChart({ view, envelope, firstMonth }: EnvelopeProps) {
  const props = useMemo(() => {
    const { stages, low, middle, high, scenarios } = envelope;
    const last = middle.at(-1);
    const axis = stageAxis(firstMonth);
    return {
      title: view.title,
      unit: view.when === undefined ? view.unit : `${view.unit} ${view.when} ${axis.xLabel}`,
      ...axis,
      x: stages,
      lines: [
        { label: envelopeNames.high, values: high, tone: 'edge' as const },
        { label: envelopeNames.middle, values: middle, tone: 'first' as const },
        { label: envelopeNames.low, values: low, tone: 'edge' as const },
      ],
      bands: [[0, 2] as const],
      summary: `${scenarios} scenarios over ${stages.length} ${axis.xLabel}s; the middle one ends at ${figure(last, true)}.`,
    };
  }, [view, envelope, firstMonth]);
  return <Chart {...props} />;
}
