/** Letters as mail. The library is loaded with the first one. */
import { connect, type Socket } from 'node:net';
import type { SendMailOptions } from 'nodemailer';
import type { Notice } from '../../domain/notice.js';
import type { DeliveryProblem } from '../events/feed-delivery.js';
import type { Letter } from './letter.js';
import { mailHtml, mailText } from './mail-body.js';
import type { Channel } from './notice-outlet.js';
import type { SmtpSettings } from './notice-settings.js';

export function emailChannel(settings: SmtpSettings): Channel {
  return {
    async send(notice, letter, signal) {
      if (notice.address === undefined) return { message: 'The notice has no address.', isLasting: true };
      let socket: Socket | undefined;
      const hangUp = () => void socket?.destroy();
      signal.addEventListener('abort', hangUp);
      try {
        socket = await connected(settings, signal);
        await post(settings, socket, mailOf(settings, notice, letter));
        return undefined;
      } catch (error) {
        return problemOf(error, signal);
      } finally {
        signal.removeEventListener('abort', hangUp);
        hangUp();
      }
    },
  };
}

/** Ours, so that it can be ended whatever state the conversation is in. */
function connected({ host, port }: SmtpSettings, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal });
    socket.once('connect', () => resolve(socket));
    // Later ones are the library's to hear; without anybody listening the process would end.
    socket.on('error', reject);
  });
}

async function post(settings: SmtpSettings, connection: Socket, mail: SendMailOptions): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const { host, port, security, user, password } = settings;
  const transport = createTransport({
    host,
    port,
    connection,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(user === undefined || password === undefined ? {} : { auth: { user, pass: password } }),
  });
  await transport.sendMail(mail);
}

function mailOf({ from }: SmtpSettings, { address = '' }: Notice, letter: Letter): SendMailOptions {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    from: { name: 'Portarium', address: from },
    to: { name: '', address },
    subject: letter.subject,
    messageId: `<${letter.id}@${domain}>`,
    references: `<${letter.about}@${domain}>`,
    text: mailText(letter),
    html: mailHtml(letter),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}

/** A server that says no to this recipient or this mail will say so again; one that is away may not. */
function problemOf(error: unknown, signal: AbortSignal): DeliveryProblem {
  const {
    message,
    code,
    responseCode = 0,
  } = error as Error & { readonly code?: string; readonly responseCode?: number };
  const reason = signal.aborted ? 'The mail server took too long.' : `The mail was not taken: ${message}`;
  // Many servers shut out for a while whoever comes with a wrong password again and again.
  const isUnwelcome = code === 'EAUTH' && responseCode >= 500;
  const isAboutThisMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
  return { message: reason.slice(0, 500), isUnwelcome, isLasting: !signal.aborted && isAboutThisMail };
}
