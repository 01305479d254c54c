import type { PolicyView as Policy } from '@quadrivium/portarium/answers';
import { Badge } from '../../parts/badge.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { useResource } from '../../state/use-resource.js';
import { policyCalls } from './policy-calls.js';
import { Decision } from './policy-text.js';

/** The tests that stand in the policy, run now. */
export function PolicyTests({ body }: { body: Policy['body'] }) {
  return <Card title="Its tests">{(body.tests ?? []).length === 0 ? <NoTests /> : <Results body={body} />}</Card>;
}

function NoTests() {
  return (
    <Empty title="It has no tests.">
      <p>
        Write calls and what must be decided about them into the policy, as <code>tests</code>. One that fails its own
        tests does not begin to count.
      </p>
    </Empty>
  );
}

function Results({ body }: { body: Policy['body'] }) {
  const report = useResource(JSON.stringify(body), (signal) => policyCalls.test(body, signal));
  return (
    <Loaded resource={report} what="the results">
      {({ passed, failed, results }) => (
        <>
          <p>
            <Badge
              state={failed === 0 ? 'passed' : 'failed'}
              tone={failed === 0 ? 'good' : 'bad'}
              label={failed === 0 ? `All ${passed} pass` : `${failed} of ${passed + failed} fail`}
            />
          </p>
          <Table
            caption="Tests"
            head={['Test', 'Result', 'Wanted', 'Decided', 'Because']}
            rows={results.map((it, at) => ({
              key: `${at} ${it.name}`,
              cells: [
                it.name,
                <Badge key="is" state={it.passed ? 'passed' : 'failed'} tone={it.passed ? 'good' : 'bad'} />,
                <Decision key="wanted" is={it.expected} />,
                <Decision key="decided" is={it.decision} />,
                it.rule === undefined ? it.reason : `${it.rule}: ${it.reason}`,
              ],
            }))}
          />
        </>
      )}
    </Loaded>
  );
}
