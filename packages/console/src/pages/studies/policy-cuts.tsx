import type { CobreAnswers } from '@quadrivium/cobre/answers';
import { useState } from 'preact/hooks';
import { figure, inWords } from '../../numbers/format.js';
import { heaviest } from '../../numbers/heaviest.js';
import { stageAxis } from '../../numbers/stages.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { useResource } from '../../state/use-resource.js';
import { cobre } from '../../wire/operations.js';
import { type Entity, entitiesOf, type Study } from './study-data.js';

/** The answer to whoever names a stage; there is another one about all of them. */
type StageCuts = Extract<CobreAnswers['cobre/inspect-policy'], { coefficients_truncated: boolean }>;

/** The future cost of a stage, as the planes it is made of. */
export function PolicyCuts({ study: { name, facts }, policy }: { study: Study; policy: string }) {
  const { xLabel, named = (at: number) => String(at + 1) } = stageAxis(facts.first_month);
  const [stage, setStage] = useState(1);
  const hydros = useResource(`entities/${name}/hydros`, () => entitiesOf(name, 'hydros'));
  const cuts = useResource(`${policy}/${stage}`, () => ask(policy, stage));
  return (
    <Card title="Policy cuts">
      <p class="soft">
        The cost of the future is at least intercept + coefficients · state, for every cut; the state is the storage of
        each reservoir, then the inflows remembered.
      </p>
      <div class="inline">
        <label for="cut-stage">{inWords(xLabel)}</label>
        <select id="cut-stage" value={stage} onInput={(event) => setStage(Number(event.currentTarget.value))}>
          {Array.from({ length: facts.stages }, (_, at) => (
            <option key={at} value={at + 1}>
              {named(at)}
            </option>
          ))}
        </select>
      </div>
      <Loaded resource={cuts} what="the cuts">
        {(data) =>
          data.cuts === 0 ? (
            <Empty title="The last stage has no future to price." />
          ) : (
            <Cuts data={data} of={`${xLabel} ${named(stage - 1)}`} names={stateNames(data.storage_ids, hydros.data)} />
          )
        }
      </Loaded>
    </Card>
  );
}

async function ask(policy_dir: string, stage: number): Promise<StageCuts> {
  return (await cobre('cobre/inspect-policy', { policy_dir, stage })) as StageCuts;
}

/** States begin with storage: of the hydros that the policy names, else of each by id. Where ids are words, only the number of a state is said. */
function stateNames(storages: readonly number[] | undefined, hydros: readonly Entity[] = []): readonly string[] {
  if (hydros.some(({ id }) => typeof id !== 'number')) return [];
  const names = new Map(hydros.map(({ id, name }) => [Number(id), `${name} ($/hm³)`]));
  const ids = storages ?? [...names.keys()].sort((a, b) => a - b);
  return ids.map((id) => names.get(id) ?? `Hydro ${id} ($/hm³)`);
}

/** Billions in full would break within their digits. */
const short = (value: number | undefined) => figure(value, Math.abs(value ?? 0) >= 1e5);

/** So many states fit beside each other; a national study has a thousand. */
const mostStates = 6;

function Cuts({ data, of, names }: { data: StageCuts; of: string; names: readonly string[] }) {
  const cuts = data.coefficients_sample;
  const states = heaviest(cuts, mostStates);
  return (
    <>
      <p>
        {data.cuts} cuts, {data.active_cuts} of them active. The first {cuts.length}
        {states.length < data.state_dimension &&
          `, with the ${states.length} of ${figure(data.state_dimension)} states whose unit moves the cost most`}
        :
      </p>
      <Table
        caption={`Cuts of ${of}`}
        head={['Cut', 'Intercept ($)', ...states.map((state) => names[state] ?? `State ${state + 1}`)]}
        rows={cuts.map((coefficients, at) => ({
          key: String(at),
          cells: [at + 1, short(data.intercepts[at]), ...states.map((state) => short(coefficients[state]))],
        }))}
      />
    </>
  );
}
