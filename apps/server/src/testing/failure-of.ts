/** What a promise is rejected with; throws when it is kept. */
export const failureOf = (asking: Promise<unknown>): Promise<Error> =>
  asking.then(
    (answer) => {
      throw new Error(`it answered ${JSON.stringify(answer)}`);
    },
    (error) => error,
  );
