/**
 * Restate's SDK asks for Node 22 without saying so: it calls `Promise.withResolvers`, which Node 20 does not have. This puts
 * the standard function where it looks for it. Only the adapter loads this file, so nothing else in the program meets a
 * changed global. Delete it when the floor rises to Node 22.
 */
interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T | PromiseLike<T>) => void;
  readonly reject: (reason?: unknown) => void;
}

function withResolvers<T>(): Deferred<T> {
  let resolve: Deferred<T>['resolve'] = () => {};
  let reject: Deferred<T>['reject'] = () => {};
  const promise = new Promise<T>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}

if (!('withResolvers' in Promise)) {
  Object.defineProperty(Promise, 'withResolvers', { value: withResolvers, configurable: true, writable: true });
}
