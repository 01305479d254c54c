import { delimiter } from 'node:path';

/**
 * One option of a command or setting of a server. It is said once: on the command line it is `--allowed-dirs`, around it a
 * variable such as `COBRE_MCP_ALLOWED_DIRS`, in a settings file the key `allowed-dirs`.
 */
export interface Flag<Value> {
  readonly name: string;
  readonly description: string;
  /** One letter for `-m`. */
  readonly short?: string;
  /** The variable that stands for it; servers derive it from their name. */
  readonly variable?: string;
  /** The words it takes, where they are known; shells complete them. */
  readonly choices?: readonly string[];
  /** Shown in the help; a flag without it is a switch. */
  readonly placeholder?: string;
  /** What the help says about the value when nothing is given. */
  readonly standard?: string;
  /** Nothing can be done without it. */
  readonly demanded?: true;
  /** What counts when nothing is given. */
  readonly initial?: Value;
  /** A switch that is on by itself: `--no-demo`. */
  readonly turnsOff?: true;
  /** `--verified`, or `--verified no`. */
  readonly valueOptional?: true;
  /** `-i a -i b`, and not `-i a b`. */
  readonly oneByOne?: true;
  /** Whether it can be given more than once; `parseEach` then reads all of it. */
  parseEach?(texts: readonly string[]): Value;
  /** Reads the text of the command line or, with `fromEnvironment`, of the variable; throws what is wrong with it. */
  parse(text: string, fromEnvironment: boolean): Value;
}

/** A flag whose value is always there. */
export interface SureFlag<Value> extends Flag<Value> {
  readonly sure: true;
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;

type ValueOf<F> = F extends SureFlag<infer Value> ? Value : F extends Flag<infer Value> ? Value | undefined : never;

export type FlagValues<F> = { readonly [Name in keyof F]: ValueOf<F[Name]> };

/** What must be given has no value that counts otherwise. */
export function required<Value>({ standard: _, ...flag }: Flag<Value>): SureFlag<Value> {
  return { ...flag, demanded: true, sure: true };
}

export function withDefault<Value>(flag: Flag<Value>, initial: Value, standard = String(initial)): SureFlag<Value> {
  return { ...flag, initial, standard, sure: true };
}

/** What counts when it is not given depends on something else, which its description names. */
export function dependent<Value>({ standard: _, ...flag }: Flag<Value>): Flag<Value> {
  return flag;
}

export function withVariable<F extends Flag<unknown>>(flag: F, variable: string): F {
  return { ...flag, variable };
}

export function withLetter<F extends Flag<unknown>>(flag: F, short: string): F {
  return { ...flag, short };
}

/** Can be given more than once; `one-by-one` where each value needs the flag before it. */
export function repeated<Value>(flag: Flag<Value>, how?: 'one-by-one'): SureFlag<readonly Value[]> {
  const { initial: _, ...rest } = flag;
  return {
    ...rest,
    sure: true,
    initial: [],
    ...(how === undefined ? {} : { oneByOne: true as const }),
    parse: (text, fromEnvironment) => text.split(',').map((item) => flag.parse(item.trim(), fromEnvironment)),
    parseEach: (texts) => texts.map((text) => flag.parse(text, false)),
  };
}

/** `--no-<name>`; true unless given. */
export function offSwitch(name: string, description: string): SureFlag<boolean> {
  return { ...onOff(name, description), turnsOff: true, initial: true, sure: true };
}

export function onSwitch(name: string, description: string): SureFlag<boolean> {
  return { ...onOff(name, description), initial: false, sure: true };
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
    choices,
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
  range: { min: number; max: number; standard?: string },
): Flag<number> {
  return {
    name,
    description,
    placeholder: 'n',
    ...(range.standard === undefined ? {} : { standard: range.standard }),
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

/** A value that only its own command understands. `parse` throws what is wrong with it: "must be …". */
export function ownValue<Value>(
  name: string,
  description: string,
  placeholder: string,
  parse: (text: string) => Value,
): Flag<Value> {
  return { name, description, placeholder, parse };
}

/** Commas on the command line; in the environment the separator of PATH, as people are used to for directories. */
export function listOf(
  name: string,
  description: string,
  placeholder: string,
  standard?: string,
): Flag<readonly string[]> {
  const flag: Flag<readonly string[]> = {
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
  // Given twice it is both, as people expect who give one thing at a time.
  return { ...flag, oneByOne: true, parseEach: (texts) => texts.flatMap((text) => flag.parse(text, false)) };
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
