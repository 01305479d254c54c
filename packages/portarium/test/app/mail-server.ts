import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  /** The headers, unfolded, by their names in small letters; each as often as it stands there. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly text: string;
  readonly html: string;
}

export interface MailServer {
  readonly port: number;
  readonly mails: Mail[];
  close(): Promise<void>;
}

/** What it says to the whole of a mail: nothing is yes. */
type Answer = (mail: Mail, drop: () => void) => Promise<Error | undefined> | Error | undefined;

/** A real SMTP server on this machine that keeps what it has taken. */
export async function mailServer(
  options: SMTPServerOptions = {},
  { answer = () => undefined }: { readonly answer?: Answer } = {},
): Promise<MailServer> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        const mail = {
          from,
          to: rcptTo.map(({ address }) => address),
          ...read(Buffer.concat(chunks).toString('utf8')),
        };
        const drop = () => {
          for (const connection of (server as unknown as { connections: Set<{ _socket: { destroy(): void } }> })
            .connections)
            connection._socket.destroy();
        };
        const refusal = await answer(mail, drop);
        if (refusal === undefined) mails.push(mail);
        done(refusal ?? null);
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export const refusal = (code: number, words: string): Error => Object.assign(new Error(words), { responseCode: code });

function read(raw: string): Omit<Mail, 'from' | 'to'> {
  const { headers, body } = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type']?.[0] ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r?\n/, '')));
  const partOf = (type: string) => {
    const part = parts.find((each) => each.headers['content-type']?.[0]?.startsWith(type));
    return part === undefined ? '' : decoded(part.body, part.headers['content-transfer-encoding']?.[0] ?? '');
  };
  return { raw, headers, text: partOf('text/plain'), html: partOf('text/html') };
}

function split(message: string): { headers: Record<string, string[]>; body: string } {
  const end = message.indexOf('\r\n\r\n');
  const headers: Record<string, string[]> = {};
  for (const line of message
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const [name = '', ...value] = line.split(':');
    headers[name.toLowerCase()] = [...(headers[name.toLowerCase()] ?? []), value.join(':').trim()];
  }
  return { headers, body: message.slice(end + 4) };
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const joined = body.replaceAll(/=\r\n/g, '');
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}
