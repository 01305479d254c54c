/** The bytes of a chosen file as the tools take them. */
export async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 32_768) binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(binary);
}

interface OfferedFile {
  readonly name: string;
  readonly media_type: string;
  /** Absent where the server has written the file itself. */
  readonly base64?: string | undefined;
}

/** Gives a file to the person: nothing leaves this page. */
export function offer({ name, media_type, base64 }: OfferedFile): void {
  if (base64 === undefined) return;
  offerBlob(name, new Blob([bytesOf(base64)], { type: media_type }));
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function offerBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The browser fetches it after this function has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export function offerText(name: string, mediaType: string, text: string): void {
  const bytes = new TextEncoder().encode(text);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  offer({ name, media_type: mediaType, base64 });
}

/** A file that came in pieces. */
export function offerPieces(name: string, pieces: readonly Uint8Array<ArrayBuffer>[]): void {
  offerBlob(name, new Blob([...pieces]));
}
