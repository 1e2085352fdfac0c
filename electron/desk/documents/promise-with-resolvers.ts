/** The library that reads PDF needs it, and Node 20 does not have it. */
if (!('withResolvers' in Promise)) {
  Object.defineProperty(Promise, 'withResolvers', {
    configurable: true,
    writable: true,
    value: <Value>() => {
      let resolve: (value: Value) => void = () => undefined;
      let reject: (reason: unknown) => void = () => undefined;
      const promise = new Promise<Value>((onResolve, onReject) => {
        resolve = onResolve;
        reject = onReject;
      });
      return { promise, resolve, reject };
    },
  });
}
