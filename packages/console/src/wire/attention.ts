/**
 * Whether somebody is at this page. It asks for news by itself, and a session must not live on that alone: what it sends says
 * whether a person has done something within the last minute, and somebody who only reads and scrolls is told of too.
 */
const freshMs = 60_000;
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

let lastSign = Date.now();
let lastTold = Date.now();

export function attention(): Record<string, string> {
  if (Date.now() - lastSign > freshMs) return {};
  lastTold = Date.now();
  return { 'x-attended': '1' };
}

/** From now on signs of a person are noticed; `tell` is called for them when nothing has been sent for a minute. */
export function noticePeople(tell: () => void): void {
  const noticed = (): void => {
    lastSign = Date.now();
    if (lastSign - lastTold > freshMs) {
      lastTold = lastSign;
      tell();
    }
  };
  for (const sign of signs) addEventListener(sign, noticed, { passive: true, capture: true });
}
