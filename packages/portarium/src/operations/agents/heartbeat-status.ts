import * as z from 'zod';
import { heartbeatStatuses } from '../../domain/agent.js';

/** `ok` is what the original calls healthy. */
export const heartbeatStatus = z
  .enum([...heartbeatStatuses, 'ok'])
  .transform((word) => (word === 'ok' ? ('healthy' as const) : word))
  .optional();
