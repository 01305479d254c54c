import { jsonOr } from '@quadrivium/kernel/essentials';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonObject } from '../../host/tool-host.js';
import type { AssistantMessage } from '../dialog.js';
import { textOf } from '../dialog.js';
import { type AgentTool, textResult } from '../tools/agent-tool.js';

export const FINAL_ANSWER = 'final_answer';
const MOST_CORRECTIONS = 2;

/**
 * Gets an answer that fits a schema out of a model: a tool whose arguments are the answer. A wrong answer, or one in
 * plain words, is sent back with the reasons, a few times.
 */
export class FinalAnswer {
  readonly tool: AgentTool;
  readonly #check: (value: unknown) => string | undefined;
  readonly #wrapped: boolean;
  #value: { readonly value: unknown } | undefined;
  #corrections = 0;
  #problem = 'the model gave no answer';

  constructor(schema: JsonObject) {
    this.#check = checkOf(schema);
    // Arguments of a tool are an object; anything else travels in one.
    this.#wrapped = schema.type !== 'object';
    this.tool = {
      name: FINAL_ANSWER,
      title: FINAL_ANSWER,
      description: 'Gives the final answer of the task and ends it. Call it once, alone, when everything is done.',
      inputSchema: this.#wrapped ? wrapped(schema) : schema,
      readOnly: true,
      silent: true,
      use: async (args) => this.#take(this.#wrapped ? args.answer : args),
    };
  }

  /** Either the answer is there, or all corrections are used up. */
  get isOver(): boolean {
    return this.#value !== undefined || this.#corrections > MOST_CORRECTIONS;
  }

  get answer(): { readonly value: unknown } | undefined {
    return this.#value;
  }

  get problem(): string {
    return this.#problem;
  }

  /** What to say to a model that answered in words; an answer that is the right JSON is taken as it is. */
  correction(message: AssistantMessage): string | undefined {
    const text = textOf(message)
      .trim()
      .replace(/^```(?:json)?\s*|\s*```$/g, '');
    const value = jsonOr(text, undefined);
    if (value !== undefined && this.#check(value) === undefined) this.#value = { value };
    else this.#reject(`the answer must be given by calling ${FINAL_ANSWER}`);
    if (this.isOver) return undefined;
    return `Give your answer by calling the tool ${FINAL_ANSWER}, with arguments that fit its schema. Do not answer in text.`;
  }

  #take(value: unknown) {
    const problem = this.#check(value);
    if (problem === undefined) {
      this.#value ??= { value };
      return textResult('The answer is accepted.');
    }
    this.#reject(problem);
    return textResult(
      `The answer does not fit the schema: ${problem}. Call ${FINAL_ANSWER} again with all of it corrected.`,
      true,
    );
  }

  #reject(problem: string): void {
    this.#problem = problem;
    this.#corrections += 1;
  }
}

function wrapped({ $defs, definitions, ...schema }: JsonObject): JsonObject {
  return {
    type: 'object',
    properties: { answer: schema },
    required: ['answer'],
    // References count from the root, so definitions stay there.
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
}

function checkOf({ $schema: _dialect, ...schema }: JsonObject): (value: unknown) => string | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true, logger: false });
  const validate = ajv.compile(schema);
  return (value) => {
    if (validate(value)) return undefined;
    const places = (validate.errors ?? []).map(
      ({ instancePath, message }) => `${instancePath || 'the answer'} ${message}`,
    );
    return [...new Set(places)].slice(0, 5).join('; ');
  };
}
