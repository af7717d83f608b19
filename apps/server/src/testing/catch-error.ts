/** Returns a promise's rejection; throws if it resolves. */
export const catchError = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    (result) => {
      throw new Error(`resolved with ${JSON.stringify(result)}`);
    },
    (error) => error,
  );
