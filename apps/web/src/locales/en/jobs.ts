/** The wording of long work. */
export const jobs = {
  jobs: {
    queued: 'Waiting…',
    running: 'Working…',
    count: '{{done}} of {{total}}',
    stop: 'Stop',
    stopping: 'Stopping…',
    failed: "That didn't work. Try again.",
  },
};

/** Audit log entries. */
export const jobsEvents = {
  stopJob: 'Stopped a task ({{name}})',
};
