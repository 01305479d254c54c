/**
 * The whole decision as one script each, so that Redis itself is the lock. All keys carry the tag `{ccmcp}`: contact
 * rules and interactions must be judged together, so they live in one slot.
 */
import { interactionEvents, transitions } from '../domain/interaction.js';
import { fleetingPrefix } from './database-identity.js';

/** How long a database that ends with its process keeps a Redis after its last question. */
const loanMs = 60_000;

export const keys = {
  interaction: (id: string) => `{ccmcp}:interaction:${id}:state`,
  receipt: (id: string, key: string) => `{ccmcp}:interaction:${id}:idem:${key}`,
  creation: (key: string) => `{ccmcp}:create:${key}`,
  contact: (id: string) => `{ccmcp}:contact:${id}`,
  outbox: '{ccmcp}:outbox',
  owner: '{ccmcp}:owner',
} as const;

/**
 * Whose Redis this is: the first database that asks gets it. One that ends with its process has it on loan, which every
 * question renews, so that one that died keeps nobody away for long.
 */
const ownerOf = `
local function owner_for(own)
  local owner = redis.call('GET', '${keys.owner}')
  if owner and owner ~= own then return owner end
  if string.sub(own, 1, ${fleetingPrefix.length}) == '${fleetingPrefix}' then
    redis.call('SET', '${keys.owner}', own, 'PX', ${loanMs})
  elseif not owner then
    redis.call('SET', '${keys.owner}', own)
  end
  return own
end
`;

/** KEYS: owner. ARGV: a database. Returns whose Redis this is. */
export const claimScript = `${ownerOf}
return owner_for(ARGV[1])
`;

/** KEYS: owner. ARGV: a database, which gives the Redis back if it has it. */
export const releaseScript = `
if redis.call('GET', '${keys.owner}') == ARGV[1] then redis.call('DEL', '${keys.owner}') end
return 'OK'
`;

/** What every change begins with, since a Redis may be emptied and taken by another database meanwhile. */
const owned = (own: string) => `${ownerOf}
local owner = owner_for(${own})
if owner ~= ${own} then return {'foreign', owner} end
`;

/**
 * What is read after the caller gave up changes nothing: an error that was answered stays true. What was decided before is
 * told however late it is asked for, so this stands after the receipts.
 */
const inTime = (deadline: string) => `
local now = redis.call('TIME')
if now[1] * 1000 + now[2] / 1000 >= tonumber(${deadline}) then return {'expired'} end
`;

const table = transitions.map(({ from, event, to }) => `['${from}:${event}']='${to}'`).join(',');

/** ARGV[1] contact id, [2] own interaction id, [3] now in ms, [4] cooldown in ms; returns a refusal or false. */
const outreachRefusal = `
local function outreach_refusal(contact, own, now, cooldown)
  local c = redis.call('HMGET', '{ccmcp}:contact:' .. contact, 'do_not_contact', 'last_send_ms', 'last_send_by')
  if c[1] == '1' then return {'OUT-002', '', ''} end
  if c[2] and c[3] ~= own and tonumber(c[2]) > tonumber(now) - tonumber(cooldown) then
    return {'OUT-001', c[3], tostring(tonumber(c[2]) + tonumber(cooldown))}
  end
  return false
end
`;

/**
 * KEYS: interaction, creation. ARGV: interaction id, contact id, opportunity id, now, cooldown, request as JSON, event id,
 * database, deadline. Returns {outcome, interaction id, rule, other id, until}.
 */
export const createScript = `${outreachRefusal}${owned('ARGV[8]')}
local made = redis.call('HMGET', KEYS[2], 'interaction_id', 'contact_id', 'opportunity_id', 'event_id')
if made[1] then
  if made[2] == ARGV[2] and made[3] == ARGV[3] then
    return {made[4] == ARGV[7] and 'created' or 'already_created', made[1], '', ''}
  end
  return {'conflict', ARGV[1], 'idempotency_key_reused', made[1]}
end
${inTime('ARGV[9]')}
if redis.call('EXISTS', KEYS[1]) == 1 then return {'conflict', ARGV[1], 'exists', ARGV[1]} end
local refusal = outreach_refusal(ARGV[2], ARGV[1], ARGV[4], ARGV[5])
if refusal then return {'conflict', ARGV[1], unpack(refusal)} end
redis.call('HSET', KEYS[1], 'state', 'Draft', 'transition_index', 0, 'contact_id', ARGV[2], 'opportunity_id', ARGV[3])
redis.call('HSET', KEYS[2], 'interaction_id', ARGV[1], 'contact_id', ARGV[2], 'opportunity_id', ARGV[3], 'event_id', ARGV[7])
redis.call('XADD', '${keys.outbox}', '*', 'kind', 'created', 'request', ARGV[6])
return {'created', ARGV[1], '', ''}
`;

/**
 * KEYS: interaction, receipt. ARGV: event, interaction id, expected index or '', now, cooldown, request as JSON, event id,
 * database, deadline.
 * Asked again because the first answer was late, it knows its own decision by the event id.
 * Returns {outcome, before, after, index, rule, other id, until}.
 */
export const applyScript = `${outreachRefusal}${owned('ARGV[8]')}
local table = {${table}}
local s = redis.call('HMGET', KEYS[1], 'state', 'transition_index', 'contact_id')
if not s[1] then return {'not_found', 'Draft', 'Draft', '0', '', ''} end
local r = redis.call('HMGET', KEYS[2], 'event', 'before', 'after', 'transition_index', 'event_id')
if r[1] then
  if r[1] == ARGV[1] then return {r[5] == ARGV[7] and 'applied' or 'already_applied', r[2], r[3], r[4], '', ''} end
  return {'conflict', s[1], s[1], s[2], 'idempotency_key_reused', ''}
end
${inTime('ARGV[9]')}
if ARGV[3] ~= '' and ARGV[3] ~= s[2] then return {'conflict', s[1], s[1], s[2], 'stale_index', ''} end
local next = table[s[1] .. ':' .. ARGV[1]]
if not next then return {'invalid_transition', s[1], s[1], s[2], '', ''} end
if ARGV[1] == '${interactionEvents[1]}' then
  local refusal = outreach_refusal(s[3], ARGV[2], ARGV[4], ARGV[5])
  if refusal then return {'conflict', s[1], s[1], s[2], unpack(refusal)} end
  redis.call('HSET', '{ccmcp}:contact:' .. s[3], 'last_send_ms', ARGV[4], 'last_send_by', ARGV[2])
end
local index = tostring(tonumber(s[2]) + 1)
redis.call('HSET', KEYS[1], 'state', next, 'transition_index', index)
redis.call('HSET', KEYS[2], 'event', ARGV[1], 'before', s[1], 'after', next, 'transition_index', index, 'event_id', ARGV[7])
redis.call('XADD', '${keys.outbox}', '*', 'kind', 'applied', 'request', ARGV[6], 'before', s[1], 'after', next, 'index', index)
return {'applied', s[1], next, index, '', ''}
`;
