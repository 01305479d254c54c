import type { CobreAnswers, CobreQuestions } from '@quadrivium/cobre/answers';
import { useState } from 'preact/hooks';
import { fieldsOf } from '../../forms/fields.js';
import { inWords } from '../../numbers/format.js';
import { ActionButton } from '../../parts/action-button.js';
import { EntityPicker } from '../../parts/entity-picker.js';
import { Field } from '../../parts/field.js';
import { Empty, Loaded, TroubleNote } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { ToolPage } from '../../parts/tool-page.js';
import { useAction } from '../../state/use-action.js';
import { useResource } from '../../state/use-resource.js';
import { listTools, type ToolListing } from '../../wire/mcp.js';
import { cobre } from '../../wire/operations.js';
import { AnswerRows } from './answer-rows.js';
import { ExportResults } from './export-results.js';
import { type Entity, entitiesOf, isEntityKind, membersOf } from './study-data.js';

type Question = CobreQuestions['cobre/query-results'];
type Answer = CobreAnswers['cobre/query-results'];

interface Asked {
  readonly question: Question;
  readonly answer: Answer;
}

/** A question about what was simulated: what it may be about is what the tool itself says. */
export function AskResults({ study, output }: { study: string; output: string }) {
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
  readonly study: string;
  readonly output: string;
}

function Form({ tool, study, output }: FormProps) {
  const kinds = fieldsOf(tool.inputSchema).find(({ id }) => id === 'entity_type')?.options ?? [];
  const [kind, setKind] = useState(kinds[0] ?? '');
  const [entity, setEntity] = useState('');
  const [stages, setStages] = useState<readonly [string, string]>(['', '']);
  const [asked, setAsked] = useState<Asked>();
  const action = useAction();
  const entities = useResource(`entities/${study}/${kind}`, async () =>
    isEntityKind(kind) ? entitiesOf(study, kind) : [],
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
        <StageRange value={stages} onChange={setStages} />
        <ActionButton tone="primary" onClick={() => void ask()}>
          Ask
        </ActionButton>
      </div>
      {action.trouble !== undefined && <TroubleNote trouble={action.trouble} />}
      {asked !== undefined && <Told tool={tool} asked={asked} entities={entities.data ?? []} />}
    </>
  );
}

function StageRange(props: { value: readonly [string, string]; onChange: (value: readonly [string, string]) => void }) {
  const [from, to] = props.value;
  const field = (id: string, title: string, value: string, set: (text: string) => void) => (
    <Field id={id} title={title} inputMode="numeric" value={value} onInput={set} />
  );
  return (
    <>
      {field('ask-from', 'From stage', from, (text) => props.onChange([text, to]))}
      {field('ask-to', 'To stage', to, (text) => props.onChange([from, text]))}
    </>
  );
}

function Told({
  tool,
  asked: { question, answer },
  entities,
}: {
  tool: ToolListing;
  asked: Asked;
  entities: readonly Entity[];
}) {
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
      <AnswerRows answer={answer} entities={entities} />
      <ExportResults wanted={{ output_dir, entity_type, filters }} />
    </>
  );
}

const mostRows = 5000;
const lastStage = 2_000_000_000;

function questionOf(
  output_dir: string,
  kind: string,
  ids: readonly (string | number)[],
  [from, to]: readonly [string, string],
): Question {
  const bounded = from.trim() !== '' || to.trim() !== '';
  return {
    output_dir,
    entity_type: kind as Question['entity_type'],
    filters: {
      limit: mostRows,
      ...(ids.length === 0 ? {} : { entity_id: [...ids] }),
      ...(bounded ? { stage_range: [Number(from) || 0, to.trim() === '' ? lastStage : Number(to) || 0] } : {}),
    },
  };
}
