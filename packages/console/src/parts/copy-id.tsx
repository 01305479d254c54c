import { useState } from 'preact/hooks';

/** An id for whoever needs it elsewhere: people read names, programs ids. */
export function CopyId({ id, of }: { id: string; of: string }) {
  const [said, setSaid] = useState<string>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(id);
      setSaid('Copied');
    } catch {
      // Some browsers allow it only on safe addresses; then it is shown, to be copied by hand.
      setSaid(id);
    }
  };
  return (
    <span class="copy-id">
      <button type="button" class="button plain small" title={id} onClick={() => void copy()}>
        Copy id<span class="hidden"> of {of}</span>
      </button>
      <span role="status" class="soft">
        {said}
      </span>
    </span>
  );
}
