import { delimiter } from 'node:path';

/** One setting of a server, in both spellings: `--allowed-dirs` on the command line, `<PREFIX>_ALLOWED_DIRS` around it. */
export interface Flag<Value> {
  readonly name: string;
  readonly description: string;
  /** Shown in the help; a flag without it is a switch. */
  readonly placeholder?: string;
  /** What the help says about the value when nothing is given. */
  readonly standard?: string;
  /** Reads the text of the command line or, with `fromEnvironment`, of the variable; throws what is wrong with it. */
  parse(text: string, fromEnvironment: boolean): Value;
}

export function oneOf<const Choice extends string>(
  name: string,
  description: string,
  choices: readonly Choice[],
): Flag<Choice> {
  return {
    name,
    description,
    placeholder: choices.join('|'),
    standard: choices[0] ?? '',
    parse(text) {
      const found = choices.find((choice) => choice === text);
      if (found === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
      return found;
    },
  };
}

export function wholeNumber(
  name: string,
  description: string,
  range: { min: number; max: number; standard: string },
): Flag<number> {
  return {
    name,
    description,
    placeholder: 'n',
    standard: range.standard,
    parse(text) {
      const value = Number(text);
      if (/^\d+$/.test(text) && value >= range.min && value <= range.max) return value;
      throw new Error(`must be a whole number from ${range.min} to ${range.max}`);
    },
  };
}

export function textValue(name: string, description: string, placeholder: string, standard?: string): Flag<string> {
  return {
    name,
    description,
    placeholder,
    ...(standard === undefined ? {} : { standard }),
    parse(text) {
      if (text.trim() === '') throw new Error('must not be empty');
      return text;
    },
  };
}

/** Commas on the command line; in the environment the separator of PATH, as people are used to for directories. */
export function listOf(
  name: string,
  description: string,
  placeholder: string,
  standard?: string,
): Flag<readonly string[]> {
  return {
    name,
    description,
    placeholder,
    ...(standard === undefined ? {} : { standard }),
    parse(text, fromEnvironment) {
      const separator = fromEnvironment && text.includes(delimiter) ? delimiter : ',';
      const items = text.split(separator).map((item) => item.trim());
      if (items.some((item) => item === '')) throw new Error('has an empty entry');
      return items;
    },
  };
}

export function onOff(name: string, description: string): Flag<boolean> {
  return {
    name,
    description,
    parse(text) {
      if (/^(?:1|true|yes|on)$/i.test(text)) return true;
      if (/^(?:0|false|no|off|)$/i.test(text)) return false;
      throw new Error('must be true or false');
    },
  };
}
