import { own } from '@quadrivium/kernel/own';
import { useEffect, useRef } from 'preact/hooks';
import { inWords } from '../../numbers/format.js';
import { stageAxis } from '../../numbers/stages.js';
import { Details } from '../../parts/json.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Card, Facts, Page } from '../../parts/page.js';
import { link } from '../../state/route.js';
import { type Training, trainings } from '../../state/training.js';
import { type Resource, useResource } from '../../state/use-resource.js';
import { AskResults } from './ask-results.js';
import { ConvergenceChart } from './convergence-chart.js';
import { LiveTraining } from './live-training.js';
import { PolicyCuts } from './policy-cuts.js';
import { SaveReport } from './save-report.js';
import { StudyActions } from './study-actions.js';
import { convergenceOf, loadStudy, type Study } from './study-data.js';
import { StudyPlanning } from './study-planning.js';
import { StudyResults } from './study-results.js';

export function StudyDetail({ name }: { name: string }) {
  const study = useResource(`study/${name}`, () => loadStudy(name));
  const training = own(trainings.value, name);
  const running = training?.running ?? false;
  useNewOutput(study, training);
  return (
    <Page title={name} lead="A study" actions={<a href={link('studies')}>All studies</a>}>
      <Loaded resource={study} what="the study">
        {(data) => (
          <>
            <Overview study={data} />
            <LiveTraining directory={name} />
            {data.output === undefined ? (
              <Empty title="It has not been trained yet.">
                <p>Train it, and its bounds, storage, dispatch and prices appear here.</p>
              </Empty>
            ) : (
              !running && <Results study={data} output={data.output} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** What a run has written is there when it has ended. */
function useNewOutput({ data, reload }: Resource<Study>, training: Training | undefined): void {
  const ran = useRef(false);
  const untrained = data !== undefined && data.output === undefined;
  useEffect(() => {
    if (training === undefined) return;
    // Who comes late hears of all that a run did at once, and never sees it running.
    if (!training.running && (ran.current || untrained)) reload();
    ran.current = training.running;
  }, [training, untrained, reload]);
}

function Overview({ study: { name, facts } }: { study: Study }) {
  const counts = Object.entries(facts.entities).filter(([, count]) => count > 0);
  return (
    <Card>
      <Facts
        items={[
          ['Stages', stagesInWords(facts)],
          ['Made of', counts.map(counted).join(', ')],
          ['Scenarios', facts.scenario_source === 'external' ? 'from files' : 'from a model of the inflows'],
        ]}
      />
      <Details summary="Settings" value={facts.config} />
      <StudyActions name={name} files={facts.files_present} />
    </Card>
  );
}

/** How many, and in which months. */
function stagesInWords({ stages, first_month }: Study['facts']): string {
  const { named } = stageAxis(first_month);
  return named === undefined ? String(stages) : `${stages} months, from ${named(0)} to ${named(stages - 1)}`;
}

const singular: Readonly<Record<string, string>> = { buses: 'bus' };

function counted([kind, count]: readonly [string, number]): string {
  const words = inWords(kind).toLowerCase().replace(/^non /, 'non-');
  return `${count} ${count === 1 ? (singular[words] ?? words.replace(/s$/, '')) : words}`;
}

function Results({ study, output }: { study: Study; output: string }) {
  const convergence = useResource(`convergence/${output}`, () => convergenceOf(output));
  return (
    <>
      <SaveReport name={study.name} />
      <Loaded resource={convergence} what="the convergence">
        {({ bounds, reason }) => (
          <Card title="How it was trained" aside={<span class="soft">Stopped: {inWords(reason).toLowerCase()}</span>}>
            <ConvergenceChart bounds={bounds} />
          </Card>
        )}
      </Loaded>
      <StudyPlanning study={study} output={output} />
      <StudyResults study={study} output={output} />
      <AskResults study={study} output={output} />
      <PolicyCuts study={study} policy={`${output}/policy`} />
    </>
  );
}
