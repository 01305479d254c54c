import { Badge } from '../../parts/badge.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { link, route } from '../../state/route.js';
import { useResource } from '../../state/use-resource.js';
import { CompareStudies } from './compare-studies.js';
import { listStudies, type Study } from './study-data.js';
import { StudyDetail } from './study-detail.js';

export function Studies() {
  const name = route.value.rest[0];
  return name === undefined ? <StudyList /> : <StudyDetail key={name} name={name} />;
}

function StudyList() {
  const studies = useResource('studies', listStudies, { on: (event) => event.type.endsWith('RunSucceeded') });
  return (
    <Page title="Studies" lead="Hydrothermal cases that cobre can train, simulate and explain.">
      <Loaded resource={studies} what="the studies">
        {(items) =>
          items.length === 0 ? (
            <NoStudies />
          ) : (
            <>
              <StudyTable items={items} />
              <CompareStudies trained={items.filter(({ output }) => output !== undefined)} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function NoStudies() {
  return (
    <Empty title="There is no case here.">
      <p>
        Write one with <code>npx cobre init</code> into the folder of the studies.
      </p>
    </Empty>
  );
}

function StudyTable({ items }: { items: readonly Study[] }) {
  return (
    <Table
      caption="Studies"
      head={['Case', 'Stages', 'Hydros', 'Thermals', 'Buses', 'Results']}
      rows={items.map(({ name, facts, output }) => ({
        key: name,
        cells: [
          <a key="link" href={link('studies', name)}>
            {name}
          </a>,
          facts.stages,
          facts.entities.hydros ?? 0,
          facts.entities.thermals ?? 0,
          facts.entities.buses ?? 0,
          output === undefined ? (
            <Badge key="state" state="not trained" tone="quiet" />
          ) : (
            <Badge key="state" state="trained" tone="good" />
          ),
        ],
      }))}
    />
  );
}
