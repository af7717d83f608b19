/** Returns a promise's rejection; throws if it resolves. */
export const failureOf = (asking: Promise<unknown>): Promise<Error> =>
  asking.then(
    (answer) => {
      throw new Error(`it answered ${JSON.stringify(answer)}`);
    },
    (error) => error,
  );
