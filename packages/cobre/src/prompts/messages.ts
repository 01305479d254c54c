/** Messages of a prompt: what the person wants, then what the server already knows. */
export function conversation(...texts: readonly { readonly from: 'user' | 'assistant'; readonly text: string }[]) {
  return texts.map(({ from, text }) => ({ role: from, content: { type: 'text' as const, text } }));
}
