export const jobs = {
  jobs: {
    queued: 'Waiting…',
    running: 'Working…',
    count: '{{done}} of {{total}}',
    stopping: 'Stopping…',
    failed: "That didn't work. Try again.",
  },
};

export const jobsEvents = {
  stopJob: 'Stopped a task ({{name}})',
};
