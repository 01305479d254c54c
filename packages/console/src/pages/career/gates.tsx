import type { MatchReport, Opportunity } from '@quadrivium/career/answers';
import { Badge, type Tone } from '../../parts/badge.js';
import { Marked } from '../../parts/marked.js';
import { Card } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { link } from '../../state/route.js';

type Condition = NonNullable<MatchReport['gates']>[number];

const names: Readonly<Record<Condition['gate'], string>> = {
  location: 'Place',
  pay: 'Pay',
  work_right: 'Right to work',
};
const words: Readonly<Record<Condition['verdict'], readonly [string, Tone]>> = {
  met: ['Met', 'good'],
  failed: ['Rules it out', 'bad'],
  unknown: ['Unknown', 'quiet'],
};

/** Place, pay and right to work: nothing else makes up for these. */
export function Gates({ gates, opportunity }: { gates: MatchReport['gates']; opportunity: Opportunity }) {
  if (gates === undefined || gates.length === 0) return null;
  const isOpen = gates.some(({ verdict }) => verdict === 'unknown');
  return (
    <Card title="Conditions">
      <Table
        caption="Conditions"
        head={['Condition', 'Verdict', 'The posting says', 'You have said', 'Because']}
        rows={gates.map((gate) => ({
          key: gate.gate,
          cells: [
            names[gate.gate],
            <Badge key="verdict" state={words[gate.verdict][0]} tone={words[gate.verdict][1]} />,
            <Said key="posting" gate={gate} opportunity={opportunity} />,
            gate.person === '' ? 'Nothing' : <mark key="person">{gate.person}</mark>,
            gate.because,
          ],
        }))}
      />
      {isOpen && (
        <p>
          <a href={link('career', 'claims')}>Say under which conditions you take a job</a>, and what is unknown here
          will be known.
        </p>
      )}
    </Card>
  );
}

/** The words that decided, in the field of the posting they stand in. */
function Said({ gate: { gate, posting, posting_span }, opportunity }: { gate: Condition; opportunity: Opportunity }) {
  const field = (gate === 'pay' ? opportunity.pay : opportunity.location) ?? posting;
  return (
    <span>
      <Marked text={field} spans={posting_span === undefined ? [] : [posting_span]} />
    </span>
  );
}
