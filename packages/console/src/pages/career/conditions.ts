/** Conditions of work between the form, where people write, and the profile, where they count. */
import type { WorkWishes } from '@quadrivium/career/answers';

export interface Pay {
  readonly amount: string;
  readonly currency: string;
  readonly per: 'year' | 'month' | 'day' | 'hour';
}

export function payIn(least_pay = ''): Pay {
  const [amount = '', currency = '', per = 'year'] = least_pay.split(' ');
  return { amount, currency, per: per as Pay['per'] };
}

export interface Written {
  readonly places: string;
  readonly commute: string;
  readonly rights: string;
  readonly remote: WorkWishes['remote'] | '';
  readonly relocate: 'yes' | 'no' | '';
  readonly pay: Pay;
}

/** What was left empty is taken back, so that it is unknown again. */
export function wishes({ places, commute, rights, remote, relocate, pay }: Written): object {
  const said: WorkWishes = {
    ...filled('places', listOf(places)),
    ...(commute.trim() === '' ? {} : { commute_km: Number(commute) }),
    ...filled('work_rights', listOf(rights)),
    ...(remote === '' ? {} : { remote }),
    ...(relocate === '' ? {} : { relocate: relocate === 'yes' }),
    ...(pay.amount.trim() === '' ? {} : { least_pay: payOf(pay) }),
  };
  const take_back = ['places', 'commute_km', 'remote', 'relocate', 'least_pay', 'work_rights'].filter(
    (field) => !(field in said),
  );
  return { ...said, take_back };
}

function filled(field: string, list: readonly string[]): object {
  return list.length === 0 ? {} : { [field]: list };
}

/** Towns have commas in their names, so a semicolon or a line parts them. */
function listOf(text: string): string[] {
  return text
    .split(/[;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function payOf({ amount, currency, per }: Pay): string {
  return `${amount.replace(/[\s,']/g, '')} ${currency.trim().toUpperCase()} ${per}`;
}
