import { describe, expect, test } from 'vitest';
import { periodIn } from '../../../src/ingest/resume/dates.js';

const inLine = (dates: string) => periodIn(`Nurse, St. Mary's (${dates})`, '2026-11');

describe('the dates of a job', () => {
  // Each of them was read as a part of the employer's name, or as one month of the first year.
  test.each([
    ['01.03.2019 – 28.02.2022', '2019-03', '2022-02'],
    ['2019-3 – 2022-1-5', '2019-03', '2022-01'],
    ['2019/03 – 2022/04', '2019-03', '2022-04'],
    ['2019-03-15T00:00:00Z – 2022-01-01T00:00:00Z', '2019-03', '2022-01'],
    ['March 15, 2019 – Jan 2, 2022', '2019-03', '2022-01'],
    ['15 March 2019 to 2nd January 2022', '2019-03', '2022-01'],
    ['15 de marzo de 2019 a 2 de enero de 2022', '2019-03', '2022-01'],
    ['Summer 2019 – Winter 2020', '2019', '2020'],
    ['Q3 2019 – Q1 2021', '2019', '2021'],
    ['Anfang 2019 bis Ende 2021', '2019', '2021'],
    ['04/18 – 03/20', '2018-04', '2020-03'],
    ["Apr '98 – Mar ’04", '1998-04', '2004-03'],
    ['2022-04 – 2019-03', '2019-03', '2022-04'],
  ])('are read from "%s"', (dates, from, to) => {
    expect(inLine(dates)).toEqual({ period: { from, to }, rest: "Nurse, St. Mary's" });
  });

  test('go on where they say so, in short years too', () => {
    expect(inLine('04/18 – heute')?.period).toEqual({ from: '2018-04', to: '2026-11', current: true });
  });

  test('name no month where the order of day and month is open', () => {
    expect(inLine('04/05/2019 – 06/07/2021')?.period).toEqual({ from: '2019', to: '2021' });
    expect(inLine('04/25/2019 – 13/07/2021')?.period).toEqual({ from: '2019-04', to: '2021-07' });
  });

  test.each(['Marked 12.50 – 12.90 euros', 'Open 24/7', 'Team of 10/10', 'Room 3 – 4'])('are not in "%s"', (line) => {
    expect(periodIn(line, '2026-11')).toBeUndefined();
  });

  test('of a school may be two years with a stroke', () => {
    expect(inLine('2010/11')?.period).toEqual({ from: '2010', to: '2010' });
  });
});
