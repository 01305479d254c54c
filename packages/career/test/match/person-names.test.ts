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
])('%s is somebody', (words) => {
  expect(namesSomebody(words)).toBe(true);
});

test.each(['farming', 'Steuerrecht', 'Pflege', 'cocina', 'carretera', 'enfermagem'])('%s is nobody', (words) => {
  expect(namesSomebody(words)).toBe(false);
});
