/** The wording of long work. */
export const jobs = {
  jobs: {
    queued: 'Waiting for its turn…',
    running: 'At work…',
    count: '{{done}} of {{total}}',
    stop: 'Stop',
    stopping: 'Stopping…',
    failed: 'It did not work. Try again.',
  },
};
