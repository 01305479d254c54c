import { textValue, wholeNumber, withDefault } from '@quadrivium/kernel/shell';

export const defaultPort = 4070;

export const portFlag = (description: string) =>
  withDefault(wholeNumber('port', description, { min: 0, max: 65_535 }), defaultPort);

export const dataFlag = (description: string) => withDefault(textValue('data', description, 'folder'), '.quadrivium');
