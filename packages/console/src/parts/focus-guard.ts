/**
 * A page in a frame can take the focus whenever it likes, and then it reads what somebody believes to write elsewhere. Browsers
 * have nothing against it (`inert` on the frame does not help), but they tell when it has happened.
 */

/** Calls `taken` when the page took the focus from a field that somebody was writing in; gives the focus back first. */
export function guardFocus(frame: HTMLIFrameElement, taken: () => void): () => void {
  let field = fieldIn(document.activeElement);
  // Only with the Tab key or a pointer does somebody go into the frame; a finger goes there unseen.
  let isInvited = false;
  const hasPointer = matchMedia('(hover: hover)').matches;
  const focused = ({ target }: FocusEvent): void => {
    field = fieldIn(target);
    isInvited = false;
  };
  const pressed = ({ key }: KeyboardEvent): void => {
    isInvited = key === 'Tab';
  };
  const entered = (): void => {
    isInvited = true;
  };
  const left = (): void => {
    if (document.activeElement !== frame || field === undefined || isInvited || !hasPointer) return;
    field.focus();
    taken();
  };
  addEventListener('focusin', focused);
  addEventListener('keydown', pressed, true);
  frame.addEventListener('pointerenter', entered);
  addEventListener('blur', left);
  return () => {
    removeEventListener('focusin', focused);
    removeEventListener('keydown', pressed, true);
    frame.removeEventListener('pointerenter', entered);
    removeEventListener('blur', left);
  };
}

function fieldIn(place: EventTarget | null): HTMLElement | undefined {
  return place instanceof HTMLElement && place.matches('input, textarea, select') ? place : undefined;
}
