/**
 * Tokens by the o200k vocabulary: exact for the models that use it and close for the others. Its tables are three
 * megabytes and take a tenth of a second to load, so they are loaded when a text must really be counted. The name is no
 * literal, because a bundler would put the tables into the program, where every start would read them.
 */
const TABLES: string = 'gpt-tokenizer/encoding/o200k_base';

type Tables = typeof import('gpt-tokenizer/encoding/o200k_base');

export async function countTokens(text: string): Promise<number> {
  const { countTokens: count } = (await import(TABLES)) as Tables;
  return count(text, { allowedSpecial: 'all' });
}
