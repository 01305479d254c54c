import { Badge } from '../../parts/badge.js';
import type { ToolListing } from '../../wire/mcp.js';

export function EffectBadge({ tool: { annotations } }: { tool: ToolListing }) {
  if (annotations?.readOnlyHint) return <Badge state="reads" tone="quiet" />;
  if (annotations?.destructiveHint) return <Badge state="may overwrite" tone="bad" />;
  return <Badge state="writes" tone="warn" />;
}
