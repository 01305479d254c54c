import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { JsonObject } from '../../essentials/is-object.js';
import { bounds } from '../bounds.js';

/** One thing that is wrong with a value, as the checker tells it. */
export type Misfit = Pick<ErrorObject, 'instancePath' | 'keyword' | 'params' | 'message'>;

export type Validate = (value: unknown) => readonly Misfit[];

/** Tests texts for a pattern; whoever compiles decides how much time that may take. */
export interface PatternTest {
  test(text: string): boolean;
}

export interface CompileWishes {
  /** All that is wrong, and not only the first thing. */
  readonly all: boolean;
  readonly testOf?: (pattern: string) => PatternTest;
}

/**
 * A checker for one schema of a server. It has a compiler of its own, because two tools may use one `$id` for different
 * things. Schemas are not checked against the schema of schemas, which took fifty times as long as everything else: one
 * that makes no sense cannot be compiled, or asks for nothing. `$async` would turn the answer into a promise.
 */
export function compile(
  { $schema: _dialect, $async: _promise, ...schema }: JsonObject,
  { all, testOf = (pattern) => new RegExp(pattern, 'u') }: CompileWishes,
): Validate {
  const regExp = (pattern: string) => {
    const made = testOf(pattern);
    // The compiler tells patterns apart by their text.
    return { test: (text: string) => made.test(text), toString: () => pattern };
  };
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    meta: false,
    validateSchema: false,
    validateFormats: false,
    allErrors: all,
    // A value has the properties it was sent with; it does not have a `constructor` because every object has one.
    ownProperties: true,
    // Improving the code takes time that grows with the square of the schema.
    code: { optimize: false, regExp: Object.assign(regExp, { code: 'new RegExp' }) },
  });
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? [] : (validate.errors ?? []).slice(0, bounds.check.problems).map(plain));
}

function plain({ instancePath, keyword, params, message }: ErrorObject): Misfit {
  return { instancePath, keyword, params, ...(message === undefined ? {} : { message }) };
}
