import { InvalidArgumentError, Option } from 'commander';

export function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}

export const threadsOption = () =>
  new Option('--threads <count>', 'Threads that share the work; as many as are worth it unless given')
    .argParser(positive)
    .env('COBRE_THREADS');

/** `3`, or `3:7` for both ends and all between. */
export function range(text: string): readonly [number, number] {
  const [first, last = first] = text.split(/:|\.\./).map(Number);
  if (!Number.isInteger(first) || !Number.isInteger(last)) {
    throw new InvalidArgumentError('It must be a number or a range such as 0:11.');
  }
  return [first as number, last as number];
}

export function list(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
