/** Returns a promise's rejection; throws if it resolves. */
export const catchError = (asking: Promise<unknown>): Promise<Error> =>
  asking.then(
    (response) => {
      throw new Error(`it responded ${JSON.stringify(response)}`);
    },
    (error) => error,
  );
