/** `k_lex` of a tool is `--k-lex` at a terminal, and `kLex` in commander. */
export function dashed(name: string): string {
  return name.replaceAll('_', '-');
}

export function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
