import { textValue, withVariable } from '@quadrivium/kernel';

/** How every program is told where the server is. */
export const natsFlags = {
  nats: withVariable(
    textValue('nats', 'NATS server at which workers are found, such as nats://host:4222', 'url'),
    'COBRE_NATS',
  ),
  credentials: withVariable(
    textValue('credentials', 'File with NATS credentials, or with the seed of an NKey', 'file'),
    'COBRE_NATS_CREDENTIALS',
  ),
  authority: withVariable(
    textValue('nats-ca', 'File with the certificates that may sign the one of the NATS server', 'file'),
    'COBRE_NATS_CA',
  ),
  prefix: withVariable(
    textValue('nats-prefix', 'First word of every subject; cobre unless given', 'word'),
    'COBRE_NATS_PREFIX',
  ),
};

export const workersFlag = withVariable(
  textValue('workers', 'With --nats: wait for so many workers first, as at-least=N', 'at-least=N'),
  'COBRE_WORKERS',
);
