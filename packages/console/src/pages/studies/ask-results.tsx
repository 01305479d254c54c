import type { CobreAnswers, CobreQuestions } from '@quadrivium/cobre/answers';
import { useState } from 'preact/hooks';
import { fieldsOf } from '../../forms/fields.js';
import { inWords } from '../../numbers/format.js';
import { ActionButton } from '../../parts/action-button.js';
import { EntityPicker } from '../../parts/entity-picker.js';
import { Empty, Loaded, TroubleNote } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { ToolPage } from '../../parts/tool-page.js';
import { useAction } from '../../state/use-action.js';
import { useResource } from '../../state/use-resource.js';
import { listTools, type ToolListing } from '../../wire/mcp.js';
import { cobre } from '../../wire/operations.js';
import { AnswerRows } from './answer-rows.js';
import { ExportResults } from './export-results.js';
import { StageRange, type Stages } from './stage-range.js';
import { type Entity, entitiesOf, isEntityKind, membersOf, type Study } from './study-data.js';

type Question = CobreQuestions['cobre/query-results'];
type Answer = CobreAnswers['cobre/query-results'];

interface Asked {
  readonly question: Question;
  readonly answer: Answer;
}

/** A question about what was simulated: what it may be about is what the tool itself says. */
export function AskResults({ study, output }: { study: Study; output: string }) {
  const tool = useResource('cobre/query-results', async () => {
    const tools = await listTools('cobre');
    return tools.find(({ name }) => name === 'cobre/query-results');
  });
  return (
    <Card title="Ask the results">
      <Loaded resource={tool} what="what can be asked">
        {(found) => found !== undefined && <Form tool={found} study={study} output={output} />}
      </Loaded>
    </Card>
  );
}

interface FormProps {
  readonly tool: ToolListing;
  readonly study: Study;
  readonly output: string;
}

function Form({ tool, study: { name, facts }, output }: FormProps) {
  const kinds = fieldsOf(tool.inputSchema).find(({ id }) => id === 'entity_type')?.options ?? [];
  const [kind, setKind] = useState(kinds[0] ?? '');
  const [entity, setEntity] = useState('');
  const [stages, setStages] = useState<Stages>([undefined, undefined]);
  const [asked, setAsked] = useState<Asked>();
  const action = useAction();
  const entities = useResource(`entities/${name}/${kind}`, async () =>
    isEntityKind(kind) ? entitiesOf(name, kind) : [],
  );
  const question = questionOf(output, kind, membersOf(entity, entities.data ?? []) ?? [], stages);
  const ask = () =>
    action.run(async () => {
      setAsked({ question, answer: await cobre('cobre/query-results', question) });
    });
  const other = (next: string): void => {
    setKind(next);
    setEntity('');
    setAsked(undefined);
  };
  return (
    <>
      <div class="question">
        <div class="field">
          <label for="ask-kind">About</label>
          <select id="ask-kind" value={kind} onInput={(event) => other(event.currentTarget.value)}>
            {kinds.map((each) => (
              <option key={each} value={each}>
                {inWords(each)}
              </option>
            ))}
          </select>
        </div>
        {(entities.data?.length ?? 0) > 0 && (
          <div class="field">
            <p class="label">Which</p>
            <EntityPicker
              label={`${inWords(kind)} to ask about`}
              entities={entities.data ?? []}
              value={entity}
              all={`All ${inWords(kind).toLowerCase()}`}
              mostOfGroup={1000}
              onChoose={setEntity}
            />
          </div>
        )}
        <StageRange facts={facts} value={stages} onChange={setStages} />
        <ActionButton tone="primary" reason={backwards(stages)} onClick={ask}>
          Ask
        </ActionButton>
      </div>
      {action.trouble !== undefined && <TroubleNote trouble={action.trouble} />}
      {asked !== undefined && (
        <Told tool={tool} asked={asked} entities={entities.data ?? []} firstMonth={facts.first_month} />
      )}
    </>
  );
}

const backwards = ([from = 0, to = lastStage]: Stages) =>
  to < from ? 'The last one comes before the first.' : undefined;

interface ToldProps {
  readonly tool: ToolListing;
  readonly asked: Asked;
  readonly entities: readonly Entity[];
  readonly firstMonth: string | undefined;
}

function Told({ tool, asked: { question, answer }, entities, firstMonth }: ToldProps) {
  if (answer.rows.length === 0)
    return (
      <Empty title="No row answers that.">
        <p>Ask about more stages, or about something else that was simulated.</p>
      </Empty>
    );
  const { output_dir, entity_type, filters: { limit: _, ...filters } = {} } = question;
  const result = { content: [{ type: 'text', text: '' }], structuredContent: answer };
  return (
    <>
      <ToolPage server="cobre" tool={tool} input={question} result={result} />
      <AnswerRows answer={answer} entities={entities} firstMonth={firstMonth} />
      <ExportResults wanted={{ output_dir, entity_type, filters }} />
    </>
  );
}

const mostRows = 5000;
const lastStage = 2_000_000_000;

function questionOf(output_dir: string, kind: string, ids: readonly (string | number)[], [from, to]: Stages): Question {
  const bounded = from !== undefined || to !== undefined;
  return {
    output_dir,
    entity_type: kind as Question['entity_type'],
    filters: {
      limit: mostRows,
      ...(ids.length === 0 ? {} : { entity_id: [...ids] }),
      ...(bounded ? { stage_range: [from ?? 0, to ?? lastStage] } : {}),
    },
  };
}
