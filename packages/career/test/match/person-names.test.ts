import { expect, test } from 'vitest';
import { namesSomebody } from '../../src/match/person-names.js';

test.each([
  'farmer',
  'Rechtsanwältin',
  'Steuerfachangestellte',
  'Erzieher/in',
  'pharmacist',
  'enfermeiro',
  'jefa de cocina',
  'Elektroniker für Betriebstechnik',
  'coordenador',
  'administrator',
  'contractor',
  'founder',
  'helper',
])('%s is somebody', (words) => {
  expect(namesSomebody(words)).toBe(true);
});

const none = ['farming', 'Steuerrecht', 'Pflege', 'cocina', 'carretera', 'enfermagem', 'Umsatzsteuer', 'desfibrilador'];

test.each(none)('%s is nobody', (words) => {
  expect(namesSomebody(words)).toBe(false);
});
