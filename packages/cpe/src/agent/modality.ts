/** The kind of input that data of a type is, in the words of `modalities` in the configuration. */
export function modalityOf(mimeType: string): string {
  if (mimeType.startsWith('image/')) return 'image';
  if (mimeType.startsWith('audio/')) return 'audio';
  return mimeType === 'application/pdf' ? 'pdf' : 'other';
}
