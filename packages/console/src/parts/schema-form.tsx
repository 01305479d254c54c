import { own } from '@quadrivium/kernel/own';
import { useId, useMemo, useState } from 'preact/hooks';
import { type Answers, argumentsFrom } from '../forms/arguments.js';
import { type Field, type FieldKind, fieldsOf, type Naming } from '../forms/fields.js';
import type { Schema } from '../forms/schema.js';

export interface SchemaFormProps {
  readonly schema: Schema;
  readonly submitLabel: string;
  readonly busy: boolean;
  /** In words, unless whoever fills it in has to know the names. */
  readonly naming?: Naming;
  /** What stands in the fields at first. */
  readonly initial?: Answers;
  readonly onSubmit: (args: Record<string, unknown>) => void;
}

/** A form made from a schema, with the plain JSON as the other way to say the same. */
export function SchemaForm({ schema, submitLabel, busy, naming = 'words', initial = {}, onSubmit }: SchemaFormProps) {
  const fields = useMemo(() => fieldsOf(schema, naming), [schema, naming]);
  const [answers, setAnswers] = useState<Answers>(initial);
  const [raw, setRaw] = useState<string>();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const submit = (event: Event): void => {
    event.preventDefault();
    const filled = raw === undefined ? argumentsFrom(fields, answers) : fromText(raw);
    setProblems(filled.problems);
    if (Object.keys(filled.problems).length === 0 && !busy) onSubmit(filled.value);
  };
  const toggle = (): void =>
    setRaw(raw === undefined ? JSON.stringify(argumentsFrom(fields, answers).value, null, 2) : undefined);
  return (
    <form class="form" onSubmit={submit} noValidate>
      {raw === undefined ? (
        fields.map((field) => (
          <FieldInput
            key={field.id}
            field={field}
            value={own(answers, field.id) ?? ''}
            problem={own(problems, field.id)}
            onChange={(value) => setAnswers({ ...answers, [field.id]: value })}
          />
        ))
      ) : (
        <RawInput value={raw} problem={problems.raw} onChange={setRaw} />
      )}
      {fields.length === 0 && raw === undefined && <p class="soft">It takes no arguments.</p>}
      <div class="buttons">
        <button type="submit" class="button primary" aria-disabled={busy}>
          {submitLabel}
        </button>
        <button type="button" class="button plain" onClick={toggle}>
          {raw === undefined ? 'Write JSON instead' : 'Back to the form'}
        </button>
      </div>
    </form>
  );
}

function fromText(text: string): { value: Record<string, unknown>; problems: Record<string, string> } {
  try {
    return { value: JSON.parse(text === '' ? '{}' : text) as Record<string, unknown>, problems: {} };
  } catch (error) {
    return { value: {}, problems: { raw: `is not JSON: ${(error as Error).message}` } };
  }
}

interface InputProps {
  readonly field: Field;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

const howTo: Readonly<Partial<Record<FieldKind, string>>> = { list: 'One per line', json: 'As JSON' };

function FieldInput(props: InputProps) {
  const { field, value, problem, onChange } = props;
  const id = useId();
  const isSeveral = field.kind === 'list' && field.options !== undefined;
  const how = isSeveral ? undefined : howTo[field.kind];
  const help = [field.description, field.fallback && `Otherwise ${field.fallback}`, how]
    .filter((part) => part !== undefined && part !== '')
    .map((part) => `${part}`.replace(/(?<![.!?])$/, '.'))
    .join(' ');
  if (isSeveral) return <Several {...props} id={id} help={help} />;
  return (
    <div class="field">
      <label for={id}>
        {field.label}
        {field.required ? <span class="needed"> (needed)</span> : ''}
      </label>
      <Control field={field} value={value} id={id} problem={problem} onChange={onChange} />
      <p id={`${id}-help`} class="soft">
        {help}
      </p>
      {problem !== undefined && (
        <p id={`${id}-problem`} class="problem" role="alert">
          {field.label} {problem}.
        </p>
      )}
    </div>
  );
}

/** Some of a few words; kept like any other list, one per line. */
function Several({ field, value, problem, onChange, id, help }: InputProps & { id: string; help: string }) {
  const chosen = value.split('\n').filter((word) => word !== '');
  const change = (option: string, isIn: boolean): void =>
    onChange([...chosen.filter((word) => word !== option), ...(isIn ? [option] : [])].join('\n'));
  return (
    <fieldset class="field several" aria-describedby={`${id}-help`}>
      <legend>
        {field.label}
        {field.required ? <span class="needed"> (needed)</span> : ''}
      </legend>
      {field.options?.map((option, at) => (
        <label key={option}>
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={(event) => change(option, event.currentTarget.checked)}
          />{' '}
          {field.spoken?.[at] ?? option}
        </label>
      ))}
      <p id={`${id}-help`} class="soft">
        {help}
      </p>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {field.label} {problem}.
        </p>
      )}
    </fieldset>
  );
}

function Control({ field, value, id, problem, onChange }: InputProps & { readonly id: string }) {
  const common = {
    id,
    value,
    'aria-required': field.required,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? `${id}-help` : `${id}-problem ${id}-help`,
    onInput: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  const options = field.kind === 'boolean' ? ['true', 'false'] : field.options;
  if (options !== undefined)
    return (
      <select {...common}>
        <option value="">{field.fallback === undefined ? '–' : `– (${field.fallback})`}</option>
        {options.map((option, at) => (
          <option key={option} value={option}>
            {field.spoken?.[at] ?? option}
          </option>
        ))}
      </select>
    );
  if (field.kind === 'list' || field.kind === 'json' || field.multiline)
    return <textarea {...common} class="code" rows={3} spellcheck={false} />;
  const numeric = field.kind === 'number' || field.kind === 'integer';
  return <input {...common} inputMode={numeric ? 'decimal' : 'text'} autocomplete="off" spellcheck={false} />;
}

function RawInput({ value, problem, onChange }: Omit<InputProps, 'field'>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Arguments as JSON</label>
      <textarea
        id={id}
        class="code"
        rows={8}
        spellcheck={false}
        value={value}
        aria-invalid={problem !== undefined}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {problem !== undefined && (
        <p class="problem" role="alert">
          The text {problem}.
        </p>
      )}
    </div>
  );
}
