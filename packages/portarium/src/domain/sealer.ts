/**
 * Locks up what has to be kept and read again, such as the secret of a webhook. The context is bound in: a sealed value
 * that was copied to another row, or into another database, does not open there.
 */
export interface Sealer {
  seal(text: string, context: string): string;
  open(sealed: string, context: string): string;
}
