import { type StageAxis, stageAxis } from '../../numbers/stages.js';
import type { Study } from './study-data.js';

/** The first and the last stage asked about; nothing where it is that of the study. */
export type Stages = readonly [from: number | undefined, to: number | undefined];

interface StageRangeProps {
  readonly facts: Study['facts'];
  readonly value: Stages;
  readonly onChange: (value: Stages) => void;
}

/** Two choices among the stages of a study, under the names people know them by. */
export function StageRange({ facts, value: [from, to], onChange }: StageRangeProps) {
  const axis = stageAxis(facts.first_month);
  const common = { axis, count: facts.stages };
  return (
    <>
      <Stage
        {...common}
        id="ask-from"
        word="From"
        none="The first"
        value={from}
        onChange={(at) => onChange([at, to])}
      />
      <Stage {...common} id="ask-to" word="To" none="The last" value={to} onChange={(at) => onChange([from, at])} />
    </>
  );
}

interface StageProps {
  readonly axis: StageAxis;
  readonly count: number;
  readonly id: string;
  readonly word: string;
  readonly none: string;
  readonly value: number | undefined;
  readonly onChange: (stage: number | undefined) => void;
}

function Stage({ axis: { xLabel, named = String }, count, id, word, none, value, onChange }: StageProps) {
  const chosen = ({ value: text }: HTMLSelectElement) => onChange(text === '' ? undefined : Number(text));
  return (
    <div class="field">
      <label for={id}>
        {word} {xLabel}
      </label>
      <select id={id} value={value ?? ''} onInput={(event) => chosen(event.currentTarget)}>
        <option value="">{none}</option>
        {Array.from({ length: count }, (_, at) => (
          <option key={at} value={at}>
            {named(at)}
          </option>
        ))}
      </select>
    </div>
  );
}
