import { useState } from 'preact/hooks';
import { Act } from '../../parts/act.js';
import { Badge } from '../../parts/badge.js';
import { Field } from '../../parts/field.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { link, route } from '../../state/route.js';
import { useAction } from '../../state/use-action.js';
import { useResource } from '../../state/use-resource.js';
import { cobre } from '../../wire/operations.js';
import { AddStudy } from './add-study.js';
import { CompareStudies } from './compare-studies.js';
import { mayWrite, needsKey } from './may-write.js';
import { type ListedStudy, listStudies, type Study } from './study-data.js';
import { StudyDetail } from './study-detail.js';

export function Studies() {
  const name = route.value.rest[0];
  return name === undefined ? <StudyList /> : <StudyDetail key={name} name={name} />;
}

function StudyList() {
  const studies = useResource('studies', listStudies, { on: (event) => event.type.endsWith('RunSucceeded') });
  const [adding, setAdding] = useState(false);
  const add = (
    <button type="button" class="button primary" aria-expanded={adding} onClick={() => setAdding(!adding)}>
      Bring in a study
    </button>
  );
  return (
    <Page title="Studies" lead="Hydrothermal cases that cobre can train, simulate and explain." actions={add}>
      {adding && <AddStudy known={studies.data?.map(({ name }) => name) ?? []} onAdded={studies.reload} />}
      <Loaded resource={studies} what="the studies">
        {(items) => (items.length === 0 ? <NoStudies onMade={studies.reload} /> : <Found items={items} />)}
      </Loaded>
    </Page>
  );
}

/** Whoever has nothing to bring in can still begin. */
function NoStudies({ onMade }: { onMade: () => void }) {
  const action = useAction();
  const make = () =>
    action.run(async () => {
      const { case_dir } = await cobre('cobre/create-case', { case_dir: 'example', template: 'one-reservoir' });
      onMade();
      location.hash = link('studies', case_dir);
      return undefined;
    });
  return (
    <Empty title="There is no case here.">
      <p>Bring in a case or a NEWAVE deck with the button above, or begin with an example: a reservoir and a year.</p>
      <Act action={action} reason={mayWrite() ? undefined : needsKey} onClick={make}>
        Make the example
      </Act>
    </Empty>
  );
}

/** From here on a list is searched rather than read. */
const few = 8;

function Found({ items }: { items: readonly ListedStudy[] }) {
  const [words, setWords] = useState('');
  const found = items.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()));
  const trained = items.flatMap(({ study }) => (study?.output === undefined ? [] : [study]));
  return (
    <>
      {items.length > few && (
        <Field
          id="study-search"
          title={`Find one of ${items.length} studies`}
          type="search"
          value={words}
          onInput={setWords}
        />
      )}
      {found.length === 0 ? <Empty title="No study has that name." /> : <StudyTable items={found} />}
      <CompareStudies trained={trained} />
    </>
  );
}

function StudyTable({ items }: { items: readonly ListedStudy[] }) {
  return (
    <Table
      caption="Studies"
      head={['Case', 'Stages', 'Hydros', 'Thermals', 'Buses', 'Results']}
      rows={items.map(({ name, study }) => ({
        key: name,
        cells: [
          <a key="link" href={link('studies', name)}>
            {name}
          </a>,
          study?.facts.stages ?? '–',
          study?.facts.entities.hydros ?? '–',
          study?.facts.entities.thermals ?? '–',
          study?.facts.entities.buses ?? '–',
          <State key="state" study={study} />,
        ],
      }))}
    />
  );
}

function State({ study }: { study: Study | undefined }) {
  if (study === undefined) return <Badge state="cannot be read" tone="bad" />;
  return study.output === undefined ? (
    <Badge state="not trained" tone="quiet" />
  ) : (
    <Badge state="trained" tone="good" />
  );
}
