import { own } from '@quadrivium/kernel/own';
import { useEffect, useRef } from 'preact/hooks';
import { inWords } from '../../numbers/format.js';
import { stageAxis } from '../../numbers/stages.js';
import { Details } from '../../parts/json.js';
import { Empty, Loaded, TroubleNote } from '../../parts/notes.js';
import { Card, Facts, Page } from '../../parts/page.js';
import { link } from '../../state/route.js';
import { type Training, trainings } from '../../state/training.js';
import { type Resource, useResource } from '../../state/use-resource.js';
import type { Trouble } from '../../wire/trouble.js';
import { AskResults } from './ask-results.js';
import { ConvergenceChart } from './convergence-chart.js';
import { LiveTraining } from './live-training.js';
import { Validated } from './new-study.js';
import { PolicyCuts } from './policy-cuts.js';
import { SaveReport } from './save-report.js';
import { StudyActions } from './study-actions.js';
import { convergenceOf, loadStudy, type Study, studyNames } from './study-data.js';
import { StudyPlanning } from './study-planning.js';
import { StudyResults } from './study-results.js';

export function StudyDetail({ name }: { name: string }) {
  const study = useResource(`study/${name}`, () => loadStudy(name));
  const training = own(trainings.value, name);
  const running = training?.running ?? false;
  useNewOutput(study, training);
  return (
    <Page title={name} lead="A study" actions={<a href={link('studies')}>All studies</a>}>
      <Loaded resource={study} what="the study" instead={(trouble) => <Unreadable name={name} trouble={trouble} />}>
        {(data) => (
          <>
            <Overview study={data} />
            <LiveTraining directory={name} />
            {!running && <Outcome study={data} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Outcome({ study }: { study: Study }) {
  if (study.output !== undefined) return <Results study={study} output={study.output} />;
  return (
    <Empty title="It has not been trained yet.">
      <p>Train it, and its bounds, storage, dispatch and prices appear here.</p>
    </Empty>
  );
}

/** `shutdown` is what cobre calls it when somebody asked it to end. */
const reasonInWords = (reason: string): string =>
  reason === 'shutdown' ? 'somebody asked it to' : inWords(reason).toLowerCase();

/** A study that is not there, or cannot be read: then all that is wrong with it is told, file by file. */
function Unreadable({ name, trouble }: { name: string; trouble: Trouble }) {
  const names = useResource('names of studies', studyNames);
  if (trouble.kind === 'Unreachable') return <TroubleNote trouble={trouble} />;
  return (
    <Loaded resource={names} what="the studies">
      {(known) =>
        known.includes(name) ? (
          <>
            <Card title="It cannot be read">
              <Validated directory={name} files={[]} />
            </Card>
            <Empty title="Mend it where it came from, and bring it in again.">
              <p>Whoever keeps this server may also mend its files in the folder of the studies.</p>
            </Empty>
          </>
        ) : (
          <Empty title={`There is no study ${name}.`}>
            <p>
              It may have been renamed or removed. <a href={link('studies')}>See those there are</a>, or bring it in
              there.
            </p>
          </Empty>
        )
      }
    </Loaded>
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
          <Card title="How it was trained" aside={<span class="soft">Stopped: {reasonInWords(reason)}</span>}>
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
