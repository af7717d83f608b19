import type { jobs as english } from '../en/jobs.ts';
import type { WithMany } from './with-many.ts';

export const jobs: WithMany<typeof english> = {
  jobs: {
    queued: 'Esperando…',
    running: 'Trabajando…',
    count: '{{done}} de {{total}}',
    stopping: 'Deteniendo…',
    failed: 'No funcionó. Inténtalo de nuevo.',
  },
};

export const jobsEvents = {
  stopJob: 'Detuvo una tarea ({{name}})',
};
