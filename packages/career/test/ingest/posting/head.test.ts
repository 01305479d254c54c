import { describe, expect, test } from 'vitest';
import { readPostings } from '../../../src/ingest/posting/read-posting.js';

const asked = '\n\nRequirements\n- Two years of experience\n';

async function factsOf(head: string, name = 'posting.txt') {
  const [read] = await readPostings({ name, content: `${head}${asked}` });
  const { role_title, company, location } = read?.facts ?? {};
  return [role_title, company, location];
}

describe('the lines above the text say who wants whom, and where', () => {
  test.each([
    [
      'Senior Backend Engineer – Payments\nAcme Pay GmbH · Berlin (hybrid, 2 days on site) · €75,000–€95,000',
      ['Senior Backend Engineer – Payments', 'Acme Pay GmbH', 'Berlin (hybrid, 2 days on site)'],
    ],
    ['# Site Carpenter\n*Brook & Sons — Swansea — £210 a day*', ['Site Carpenter', 'Brook & Sons', 'Swansea']],
    [
      '# Disponent (m/w/d)\n**Spedition Hollmann** | Standort Kassel | Bewerbung bis 10.01.2027',
      ['Disponent (m/w/d)', 'Spedition Hollmann', 'Standort Kassel'],
    ],
    [
      'Auxiliar de geriatría (noches)\nResidencia San Roque, Getxo (Bizkaia)\nContrato indefinido',
      ['Auxiliar de geriatría (noches)', 'Residencia San Roque', 'Getxo (Bizkaia)'],
    ],
    [
      'ADVOGADO(A) PLENO\nEscritório Vaz & Prates – Belo Horizonte/MG – modelo híbrido',
      ['ADVOGADO(A) PLENO', 'Escritório Vaz & Prates', 'Belo Horizonte/MG, modelo híbrido'],
    ],
    ['Tradutora\n**Lingua Ponte, S.A.** — 100 % remoto', ['Tradutora', 'Lingua Ponte, S.A.', '100 % remoto']],
    [
      'Dachdecker (m/w/d)\nBedachungen Krüger GmbH, 49074 Osnabrück',
      ['Dachdecker (m/w/d)', 'Bedachungen Krüger GmbH', '49074 Osnabrück'],
    ],
  ])('%s', async (head, facts) => {
    expect(await factsOf(head)).toEqual(facts);
  });

  test.each([
    [
      'the employer first, as on pages of job boards',
      'Feedzai\nSenior Backend Engineer\nLisbon, Portugal · 2 weeks ago · Over 100 applicants',
      ['Senior Backend Engineer', 'Feedzai', 'Lisbon, Portugal'],
    ],
    [
      'all in one line',
      'Analista de Dados Pleno | Nuvem | São Paulo, SP | CLT',
      ['Analista de Dados Pleno', 'Nuvem', 'São Paulo, SP'],
    ],
    [
      'a notice over the job',
      'Stellenangebot\n\nSteuerfachangestellte (m/w/d)\nSteuerberatung Kröger, 26122 Oldenburg',
      ['Steuerfachangestellte (m/w/d)', 'Steuerberatung Kröger', '26122 Oldenburg'],
    ],
    [
      'the employer behind the job',
      "Registered Nurse at St. Mary's Hospital\nPortland, OR | Full-time | Nights",
      ["Registered Nurse at St. Mary's Hospital", "St. Mary's Hospital", 'Portland, OR'],
    ],
    [
      'the place in the title',
      'Private Client Tax Manager, Norwich',
      ['Private Client Tax Manager, Norwich', undefined, 'Norwich'],
    ],
    ['the place in brackets', 'Electricista (Zaragoza)', ['Electricista (Zaragoza)', undefined, 'Zaragoza']],
  ])('%s', async (_, head, facts) => {
    expect(await factsOf(head)).toEqual(facts);
  });

  test('hours, departments and calls to join are nobody', async () => {
    expect(await factsOf('Data Analyst\nTeam: Marketing\n\nJoin our growing team!')).toEqual([
      'Data Analyst',
      undefined,
      undefined,
    ]);
    expect(await factsOf('Warehouse operative\n\nPermanent, full time')).toEqual([
      'Warehouse operative',
      undefined,
      undefined,
    ]);
    expect(await factsOf('Marketing Manager\nEngineering\nLondon, UK')).toEqual([
      'Marketing Manager',
      undefined,
      'London, UK',
    ]);
  });

  test('what a label says counts before what a place on the line suggests', async () => {
    const head = 'Baker\nOld Mill · York\nCompany: Stone Oven Ltd\nLocation: Leeds';
    expect(await factsOf(head)).toEqual(['Baker', 'Stone Oven Ltd', 'Leeds']);
  });

  test('a greeting names no job', async () => {
    expect((await factsOf('Dear applicant,\nThank you for your interest in our team.'))[0]).toBeUndefined();
  });
});

describe('an employer that only sentences name', () => {
  test.each([
    ['Tax Manager\n\nHallam & Pryce is an independent firm of accountants.', 'Hallam & Pryce'],
    ['Lagerleitung (m/w/d)\n\nDie Bergstolz Outdoor GmbH verschickt Zelte an Fachhändler.', 'Bergstolz Outdoor GmbH'],
    ['Jefe de partida\n\nCasa Mundaka es un asador de Getxo con sesenta cubiertos.', 'Casa Mundaka'],
    ['Analista de RH\n\nA Metalúrgica Norte tem 340 funcionários.', 'Metalúrgica Norte'],
    ["Hiya! We're Crumb, two coffee shops in Cardiff, and we need a barista.", 'Crumb'],
  ])('%s', async (text, company) => {
    expect((await factsOf(text))[1]).toBe(company);
  });

  test.each([
    'Baker\n\nOur bakery opens at five. Applications are read on Mondays.',
    'Koch (m/w/d)\n\nUnser Haus liegt am See. Wir sind ein junges Team.',
    'Electricista\n\nSe busca oficial de primera. Experience is welcome.',
  ])('is not made up: %s', async (text) => {
    expect((await factsOf(text))[1]).toBeUndefined();
  });
});
