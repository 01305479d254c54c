/**
 * The part of the program's world that is written in JavaScript: `tools`, `console`, `output`, `results`, `state`,
 * `search`, `describe` and timers, on top of one function `send(type, text)`. It is evaluated inside the sandbox before the
 * program, as a text, because it must not share anything with the realm of the host.
 *
 * Calls return a subclass of Promise: `await`, `then` and `Promise.all` go through its `then`, and so a call that nobody
 * ever looked at can be told apart at the end. Everything here belongs to the program's own realm; a program that changes
 * prototypes only harms itself, because the host trusts nothing that comes out.
 */
export const GUEST_PRELUDE = String.raw`(function (send, catalogJson, stateJson, moment) {
  'use strict';
  const { parse, stringify } = JSON;
  const MAX_TARGET = 10000;
  const BUFFER = 8192;
  const BUFFER_MS = 250;
  const { now } = Date;
  if (moment !== undefined) {
    // A function and no subclass: the prototype of a class would be the real clock.
    const Clock = Date;
    const Frozen = function Date(...parts) {
      if (new.target === undefined) return new Clock(moment).toString();
      return Reflect.construct(Clock, parts.length === 0 ? [moment] : parts, new.target);
    };
    const { parse: parseDate, UTC, prototype } = Clock;
    const hidden = { writable: true, enumerable: false, configurable: true };
    for (const [name, value] of Object.entries({ now: () => moment, parse: parseDate, UTC }))
      Object.defineProperty(Frozen, name, { ...hidden, value });
    Object.defineProperty(Frozen, 'length', { value: 7, configurable: true });
    Object.defineProperty(Frozen, 'prototype', { value: prototype, writable: false });
    Object.defineProperty(prototype, 'constructor', { ...hidden, value: Frozen });
    Object.defineProperty(globalThis, 'Date', { ...hidden, value: Frozen });
    let last = moment % 2147483647 || 1;
    Math.random = () => (last = (last * 48271) % 2147483647) / 2147483647;
  }
  let buffered = '';
  let flushed = 0;
  const flush = () => {
    const text = buffered;
    buffered = '';
    flushed = now();
    if (text !== '') send('log', text);
  };

  class ToolError extends Error {
    constructor(details) {
      super(details.message);
      this.name = 'ToolError';
      this.server = details.server;
      this.tool = details.tool;
      this.kind = details.kind;
      this.structured = details.structured;
    }
  }

  const observed = new WeakSet();
  class Call extends Promise {
    static get [Symbol.species]() { return Promise; }
    then(onValue, onError) {
      observed.add(this);
      return super.then(onValue, onError);
    }
  }

  // Stands for a result that does not exist yet. It can be passed around; whatever looks into it ends the program there.
  const unknowns = new WeakSet();
  const wait = () => { flush(); send('wait', ''); throw new Error('waits for a result'); };
  const traps = {};
  for (const trap of ['apply', 'construct', 'defineProperty', 'deleteProperty', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'has', 'isExtensible', 'ownKeys', 'preventExtensions', 'set', 'setPrototypeOf']) traps[trap] = wait;
  traps.get = (_, key) => (key === 'then' ? undefined : wait());
  let isComplete = true;
  const notYet = () => {
    const unknown = new Proxy(function () {}, traps);
    isComplete = false;
    unknowns.add(unknown);
    return unknown;
  };
  const known = (_, value) => (typeof value === 'function' && unknowns.has(value) ? wait() : value);

  const pending = new Map();
  const made = [];
  let lastId = 0;
  const request = (kind, target, input) => {
    const id = ++lastId;
    const text = stringify({ id, kind, target: target.slice(0, MAX_TARGET), input: input === undefined ? {} : input }, isComplete ? undefined : known);
    let settle;
    const call = new Call((resolve, reject) => { settle = { resolve, reject }; });
    // The line of the call is only known here: an error made when the answer arrives has no stack of the program.
    pending.set(id, { ...settle, place: new Error().stack });
    if (kind === 'tool' || kind === 'raw') made.push({ id, target, call });
    flush();
    send('request', text);
    return call;
  };
  const settle = (text) => {
    const { id, ok, later, value, error } = parse(text);
    const waiting = pending.get(id);
    if (waiting === undefined) return;
    pending.delete(id);
    if (ok) waiting.resolve(later ? notYet() : value);
    else {
      const failure = new ToolError(error);
      failure.stack = waiting.place;
      waiting.reject(failure);
    }
  };

  const freeze = Object.freeze;
  const functionFor = ({ id }) => {
    const call = (input) => request('tool', id, input);
    call.raw = (input) => request('raw', id, input);
    return freeze(call);
  };
  const catalog = parse(catalogJson);
  const functions = new Map();
  const toolFor = (entry) => {
    if (!functions.has(entry.id)) functions.set(entry.id, functionFor(entry));
    return functions.get(entry.id);
  };
  const namespace = (entries) => {
    const space = Object.create(null);
    for (const [name, entry] of Object.entries(entries)) {
      space[name] = toolFor(entry);
      if (entry.alias !== undefined && !(entry.alias in space)) space[entry.alias] = space[name];
    }
    return space;
  };
  const tools = namespace(catalog.flat);
  for (const [server, entries] of Object.entries(catalog.servers)) tools[server] = freeze(namespace(entries));

  const plain = (value) => {
    if (typeof value === 'bigint') return String(value);
    if (value instanceof Map) return [...value];
    if (value instanceof Set) return [...value];
    if (value instanceof Error) return { name: value.name, message: value.message };
    return value;
  };
  const encode = (value, indent) => stringify(value, (_, each) => plain(each), indent);
  const show = (value) => {
    if (typeof value === 'string') return value;
    if (typeof value === 'function' && unknowns.has(value)) return '(the result of a call that is not made yet)';
    if (value instanceof Error) return value.name + ': ' + value.message;
    if (typeof value === 'object' && value !== null) {
      try { return encode(value); } catch { return String(value); }
    }
    return String(value);
  };
  const print = (...values) => {
    buffered += (values.length === 1 ? show(values[0]) : values.map(show).join(' ')) + '\n';
    if (buffered.length > BUFFER || now() - flushed > BUFFER_MS) flush();
  };
  const console = freeze({ log: print, info: print, warn: print, error: print, debug: print });

  const part = (value) => { flush(); send('part', stringify(value)); };
  const BASE64 = /^[A-Za-z0-9+\/_=\s-]*$/;
  const typeOf = (mimeType, fallback) => String(mimeType || fallback).slice(0, 200);
  const nameOf = (name) => String(name).slice(0, 200);
  const binary = (type, fallback) => (data, mimeType) => {
    const from = typeof data === 'string' ? { data, mimeType } : data;
    if (from === null || typeof from !== 'object' || typeof from.data !== 'string' || !BASE64.test(from.data)) {
      throw new TypeError('output.' + type + ' takes base64 text, or a part with data and mimeType');
    }
    part({ type, data: from.data, mimeType: typeOf(from.mimeType, fallback) });
  };
  const output = freeze({
    text: (text) => part({ type: 'text', text: show(text) }),
    image: binary('image', 'image/png'),
    audio: binary('audio', 'audio/wav'),
    file: (name, content, mimeType) => {
      if (content === null || typeof content !== 'object') return part({ type: 'file', name: nameOf(name), mimeType: typeOf(mimeType, 'text/plain'), text: show(content) });
      const { data, blob, text, mimeType: own } = content;
      const body = typeof text === 'string' ? { text } : { data: data === undefined ? blob : data };
      if (body.text === undefined && (typeof body.data !== 'string' || !BASE64.test(body.data))) {
        throw new TypeError('output.file takes a text, or a part with text or base64 data');
      }
      part({ type: 'file', name: nameOf(name), mimeType: typeOf(mimeType || own, 'application/octet-stream'), ...body });
    },
  });

  const timers = new Map();
  let lastTimer = 0;
  const define = (name, value, writable) =>
    Object.defineProperty(globalThis, name, { value, writable: writable === true, enumerable: true, configurable: true });
  define('tools', freeze(tools));
  define('console', console);
  define('output', output);
  define('ToolError', ToolError);
  define('results', freeze({ get: (id) => request('result', String(id)) }));
  define('search', (query) => request('search', String(query)));
  define('describe', (path) => request('describe', String(path)));
  if (stateJson !== '') define('state', parse(stateJson), true);
  define('setTimeout', (action, ms, ...values) => {
    const id = ++lastTimer;
    timers.set(id, () => action(...values));
    send('timer', stringify({ id, ms: Math.max(0, Number(ms) || 0) }));
    return id;
  });
  define('clearTimeout', (id) => { if (timers.delete(id)) send('untimer', stringify({ id })); });

  const errorOf = (error) => {
    if (!(error instanceof Error)) return { name: 'Error', message: 'threw ' + show(error), stack: '' };
    const { name, message, stack, server, tool } = error;
    const known = error instanceof ToolError ? { server, tool } : {};
    return { name: String(name), message: String(message), stack: String(stack), ...known };
  };
  const leftovers = () => {
    const unawaited = made.filter(({ call }) => !observed.has(call)).map(({ id, target }) => ({ target, pending: pending.has(id) }));
    try { return { unawaited, state: stringify(globalThis.state) }; } catch { return { unawaited }; }
  };
  const finish = (ending) => {
    flush();
    send('end', stringify({ ...leftovers(), ...ending }));
  };
  const returned = (value) => {
    if (value === undefined || (typeof value === 'function' && unknowns.has(value))) return { kind: 'returned' };
    if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError('The program returned a ' + typeof value + ', which JSON cannot hold.');
    return { kind: 'returned', value: encode(value) };
  };
  const run = (program) => {
    Promise.resolve().then(program).then(returned).then(finish, (error) => finish({ kind: 'threw', error: errorOf(error) }));
  };
  const fire = (id) => {
    const action = timers.get(id);
    timers.delete(id);
    if (action) action();
  };
  return { run, settle, fire, flush };
})`;
