/**
 * Tokens by the o200k vocabulary: exact for the models that use it and close for the others. Its tables take a tenth of a
 * second to load, so they are loaded when a text must really be counted.
 */
export async function countTokens(text: string): Promise<number> {
  const { countTokens: count } = await import('gpt-tokenizer/encoding/o200k_base');
  return count(text, { allowedSpecial: 'all' });
}

/** Whether a text costs at most so many tokens. No token is shorter than a byte, so short texts need no counting. */
export async function fits(text: string, tokens: number): Promise<boolean> {
  return Buffer.byteLength(text) <= tokens || (await countTokens(text)) <= tokens;
}
