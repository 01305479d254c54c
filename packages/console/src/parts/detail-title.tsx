import { useEffect, useRef } from 'preact/hooks';

/** The heading of the thing chosen beside a list. Choosing it moves the focus here, past the rest of the list. */
export function DetailTitle({ id, chosen, children }: { id: string; chosen: boolean; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (chosen) heading.current?.focus();
  }, [chosen]);
  return (
    <h2 id={id} ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}
