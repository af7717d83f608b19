import type { jobs as english } from '../en/jobs.ts';
import type { WithMany } from './with-many.ts';

export const jobs: WithMany<typeof english> = {
  jobs: {
    queued: 'Esperando su turno…',
    running: 'En marcha…',
    count: '{{done}} de {{total}}',
    stop: 'Detener',
    stopping: 'Deteniendo…',
    failed: 'No funcionó. Inténtalo de nuevo.',
  },
};
