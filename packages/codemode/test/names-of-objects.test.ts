import { expect, test } from 'vitest';
import { namesOfObjects } from '../../../test/support/names-of-objects.js';
import { typeOfSchema } from '../src/declarations/type-of-schema.js';

test.each(namesOfObjects)('a schema whose type is "%s" may be anything', (type) => {
  expect(typeOfSchema({ type }).text).toBe('unknown');
  expect(typeOfSchema({ type: ['string', type] }).text).toBe('unknown');
});
