/**
 * The whole decision as one script each, so that Redis itself is the lock. All keys carry the tag `{ccmcp}`: contact
 * rules and interactions must be judged together, so they live in one slot.
 */
import { interactionEvents, transitions } from '../domain/interaction.js';

export const keys = {
  interaction: (id: string) => `{ccmcp}:interaction:${id}:state`,
  receipt: (id: string, key: string) => `{ccmcp}:interaction:${id}:idem:${key}`,
  creation: (key: string) => `{ccmcp}:create:${key}`,
  contact: (id: string) => `{ccmcp}:contact:${id}`,
  outbox: '{ccmcp}:outbox',
  owner: '{ccmcp}:owner',
} as const;

/** KEYS: owner. ARGV: a database, or '' for one that does not last. Returns whose Redis this is. */
export const claimScript = `
local owner = redis.call('GET', KEYS[1])
if owner then return owner end
if ARGV[1] ~= '' then redis.call('SET', KEYS[1], ARGV[1]) end
return ARGV[1]
`;

const table = transitions.map(({ from, event, to }) => `['${from}:${event}']='${to}'`).join(',');

/** ARGV[1] contact id, [2] own interaction id, [3] now in ms, [4] cooldown in ms; returns a refusal or false. */
const outreachRefusal = `
local function outreach_refusal(contact, own, now, cooldown)
  local c = redis.call('HMGET', '{ccmcp}:contact:' .. contact, 'do_not_contact', 'last_send_ms', 'last_send_by')
  if c[1] == '1' then return {'OUT-002', ''} end
  if c[2] and c[3] ~= own and tonumber(c[2]) > tonumber(now) - tonumber(cooldown) then return {'OUT-001', c[3]} end
  return false
end
`;

/** KEYS: interaction, creation. Returns {outcome, interaction id, rule, other id}. */
export const createScript = `${outreachRefusal}
local made = redis.call('HMGET', KEYS[2], 'interaction_id', 'contact_id', 'opportunity_id')
if made[1] then
  if made[2] == ARGV[2] and made[3] == ARGV[3] then return {'already_created', made[1], '', ''} end
  return {'conflict', ARGV[1], 'idempotency_key_reused', made[1]}
end
if redis.call('EXISTS', KEYS[1]) == 1 then return {'conflict', ARGV[1], 'exists', ARGV[1]} end
local refusal = outreach_refusal(ARGV[2], ARGV[1], ARGV[4], ARGV[5])
if refusal then return {'conflict', ARGV[1], refusal[1], refusal[2]} end
redis.call('HSET', KEYS[1], 'state', 'Draft', 'transition_index', 0, 'contact_id', ARGV[2], 'opportunity_id', ARGV[3])
redis.call('HSET', KEYS[2], 'interaction_id', ARGV[1], 'contact_id', ARGV[2], 'opportunity_id', ARGV[3])
redis.call('XADD', '${keys.outbox}', '*', 'kind', 'created', 'request', ARGV[6])
return {'created', ARGV[1], '', ''}
`;

/**
 * KEYS: interaction, receipt. ARGV: event, interaction id, expected index or '', now, cooldown, request as JSON, event id.
 * Asked again because the first answer was late, it knows its own decision by the event id.
 * Returns {outcome, before, after, index, rule, other id}.
 */
export const applyScript = `${outreachRefusal}
local table = {${table}}
local s = redis.call('HMGET', KEYS[1], 'state', 'transition_index', 'contact_id')
if not s[1] then return {'not_found', 'Draft', 'Draft', '0', '', ''} end
local r = redis.call('HMGET', KEYS[2], 'event', 'before', 'after', 'transition_index', 'event_id')
if r[1] then
  if r[1] == ARGV[1] then return {r[5] == ARGV[7] and 'applied' or 'already_applied', r[2], r[3], r[4], '', ''} end
  return {'conflict', s[1], s[1], s[2], 'idempotency_key_reused', ''}
end
if ARGV[3] ~= '' and ARGV[3] ~= s[2] then return {'conflict', s[1], s[1], s[2], 'stale_index', ''} end
local next = table[s[1] .. ':' .. ARGV[1]]
if not next then return {'invalid_transition', s[1], s[1], s[2], '', ''} end
if ARGV[1] == '${interactionEvents[1]}' then
  local refusal = outreach_refusal(s[3], ARGV[2], ARGV[4], ARGV[5])
  if refusal then return {'conflict', s[1], s[1], s[2], refusal[1], refusal[2]} end
  redis.call('HSET', '{ccmcp}:contact:' .. s[3], 'last_send_ms', ARGV[4], 'last_send_by', ARGV[2])
end
local index = tostring(tonumber(s[2]) + 1)
redis.call('HSET', KEYS[1], 'state', next, 'transition_index', index)
redis.call('HSET', KEYS[2], 'event', ARGV[1], 'before', s[1], 'after', next, 'transition_index', index, 'event_id', ARGV[7])
redis.call('XADD', '${keys.outbox}', '*', 'kind', 'applied', 'request', ARGV[6], 'before', s[1], 'after', next, 'index', index)
return {'applied', s[1], next, index, '', ''}
`;
