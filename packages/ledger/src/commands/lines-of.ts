/**
 * The lines of a byte stream, strictly ended by LF: other line ends, which text readers like to honour, may occur inside
 * a canonical line. Bytes that are not UTF-8 and endless lines come out as lines no reader takes for JSON.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  let overlong = false;
  for await (const chunk of chunks) {
    let bytes: Buffer = Buffer.concat([rest, Buffer.from(chunk as Uint8Array)]);
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed)) {
      yield overlong ? notJson : decoded(bytes.subarray(0, end));
      overlong = false;
      bytes = bytes.subarray(end + 1);
    }
    overlong ||= bytes.length > longestLine;
    rest = overlong ? Buffer.alloc(0) : Buffer.from(bytes);
  }
  if (overlong) yield notJson;
  else if (rest.length > 0) yield decoded(rest);
}

const lineFeed = 0x0a;
/** The largest body anybody should allow, escaped in the worst way, is far below this. */
const longestLine = 64 * 1024 * 1024;
const notJson = '(a line of more than 64 MiB)';

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // The trailing text makes sure that no reader mistakes the line for the one that was written.
    return `${new TextDecoder().decode(bytes)} (not UTF-8)`;
  }
}
