import { asError, errorRecord, type Finding } from '../../case/finding.js';
import type { EntityId } from '../../case/identity.js';
import type { FileRule } from '../../validation/rule.js';
import { files } from './schema.js';

interface Segment {
  readonly depth_mw: number | null;
  readonly depth_share?: number | null | undefined;
  readonly cost: number;
}

const isUnlimited = ({ depth_mw, depth_share }: Segment): boolean =>
  depth_mw === null && typeof depth_share !== 'number';

/** Deficit costs rise strictly, and only the last segment is unlimited. */
export const deficitSegments: FileRule = {
  name: 'deficit segments',
  layer: 2,
  *check({ raw }) {
    const global = raw.penalties?.bus.deficit_segments;
    if (global) yield* segmentProblems('penalties.json', null, 'bus.deficit_segments', global);
    for (const bus of raw.buses?.buses ?? []) {
      if (bus.deficit_segments)
        yield* segmentProblems(files.buses.path, bus.id, 'deficit_segments', bus.deficit_segments);
    }
  },
};

function* segmentProblems(
  file: string,
  id: EntityId | null,
  field: string,
  segments: readonly Segment[],
): Iterable<Finding> {
  const violation = (expected: string, actual: unknown, suggestion: string): Finding =>
    asError(
      2,
      errorRecord(
        'SchemaViolation',
        `${file}${id === null ? '' : `, bus ${id}`}: ${expected}.`,
        { file, entity_id: id, field, expected, actual },
        suggestion,
      ),
    );
  const last = segments.at(-1);
  if (last && !isUnlimited(last)) {
    yield violation(
      'the last deficit segment must have depth_mw null',
      last.depth_mw ?? last.depth_share,
      'Set depth_mw of the last segment to null, and leave depth_share out.',
    );
  }
  const twice = segments.find(({ depth_mw, depth_share }) => depth_mw !== null && typeof depth_share === 'number');
  if (twice) {
    yield violation(
      'a deficit segment has depth_mw or depth_share, not both',
      twice.depth_mw,
      'Set depth_mw to null where depth_share says how deep the segment is.',
    );
  }
  if (segments.slice(0, -1).some(isUnlimited)) {
    yield violation('only the last deficit segment may have depth_mw null', null, 'Give every other segment a depth.');
  }
  const falls = segments.findIndex((segment, i) => i > 0 && segment.cost <= (segments[i - 1]?.cost ?? 0));
  if (falls > 0) {
    yield violation('deficit costs must be strictly increasing', segments[falls]?.cost, 'Order the segments by cost.');
  }
}
