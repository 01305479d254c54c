import type { CobreAnswers } from '@quadrivium/cobre/answers';
import { useState } from 'preact/hooks';
import { figure } from '../../numbers/format.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { useResource } from '../../state/use-resource.js';
import { cobre } from '../../wire/operations.js';

/** The answer to whoever names a stage; there is another one about all of them. */
type StageCuts = Extract<CobreAnswers['cobre/inspect-policy'], { coefficients_truncated: boolean }>;

/** The future cost of a stage, as the planes it is made of. */
export function PolicyCuts({ policy, stages }: { policy: string; stages: number }) {
  const [stage, setStage] = useState(1);
  const cuts = useResource(`${policy}/${stage}`, () => ask(policy, stage));
  return (
    <Card title="Policy cuts">
      <p class="soft">
        The cost of the future is at least intercept + coefficients · state, for every cut; the state is the storage of
        each reservoir, then the inflows remembered.
      </p>
      <div class="inline">
        <label for="cut-stage">Stage</label>
        <select id="cut-stage" value={stage} onInput={(event) => setStage(Number(event.currentTarget.value))}>
          {Array.from({ length: stages }, (_, at) => (
            <option key={at} value={at + 1}>
              {at + 1}
            </option>
          ))}
        </select>
      </div>
      <Loaded resource={cuts} what="the cuts">
        {(data) => (data.cuts === 0 ? <Empty title="The last stage has no future to price." /> : <Cuts data={data} />)}
      </Loaded>
    </Card>
  );
}

async function ask(policy_dir: string, stage: number): Promise<StageCuts> {
  return (await cobre('cobre/inspect-policy', { policy_dir, stage })) as StageCuts;
}

function Cuts({ data }: { data: StageCuts }) {
  const shown = data.coefficients_sample;
  return (
    <>
      <p>
        {data.cuts} cuts, {data.active_cuts} of them active. The first {shown.length}:
      </p>
      <Table
        caption={`Cuts of stage ${data.stage}`}
        head={['Cut', 'Intercept ($)', ...Array.from({ length: data.state_dimension }, (_, at) => `State ${at + 1}`)]}
        rows={shown.map((coefficients, at) => ({
          key: String(at),
          cells: [at + 1, figure(data.intercepts[at]), ...coefficients.map((value) => figure(value))],
        }))}
      />
    </>
  );
}
