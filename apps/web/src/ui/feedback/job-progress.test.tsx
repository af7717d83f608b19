import { MantineProvider } from '@mantine/core';
import type { jobs } from '@sayback/contract';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { JobProgress } from './job-progress.tsx';

const JOB: jobs.Job = {
  id: 5,
  kind: 'translate',
  subject: 'alignment:1',
  status: 'running',
  done: 30,
  total: 120,
  message: '',
  result: null,
  created_at: '2026-01-02T03:04:05Z',
};

function renderProgress(changes: Partial<jobs.Job> | null, isStopping = false) {
  const onStop = vi.fn();
  const job = changes && { ...JOB, ...changes };
  render(
    <MantineProvider env="test">
      <JobProgress job={job} label="Translating" onStop={onStop} isStopping={isStopping} />
    </MantineProvider>,
  );
  return onStop;
}

describe('the progress of a job', () => {
  it('is shown as numbers and a bar', () => {
    renderProgress({ message: 'page 3' });
    expect(screen.getByText('30 of 120 · page 3')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Translating' }).getAttribute('aria-valuenow')).toBe('25');
  });

  it('says that the job is waiting while it is queued or not loaded', () => {
    renderProgress({ status: 'queued', done: 0 });
    expect(screen.getByText('Waiting…')).toBeTruthy();
    cleanup();
    renderProgress(null);
    expect(screen.getByText('Waiting…')).toBeTruthy();
  });

  it('is animated while its duration is unknown', () => {
    renderProgress({ total: null, done: 0 });
    expect(screen.getByText('Working…')).toBeTruthy();
  });

  it('has a button that stops the job once', async () => {
    const onStop = renderProgress({});
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(onStop).toHaveBeenCalledTimes(1);
    cleanup();
    renderProgress({}, true);
    expect(screen.getByText('Stopping…')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Stop' }).disabled).toBe(true);
  });

  it('shows why the job failed', () => {
    renderProgress({ status: 'failed', message: 'The quota is used up.' });
    expect(screen.getByRole('alert').textContent).toBe('The quota is used up.');
  });

  it('disappears once the job has completed', () => {
    renderProgress({ status: 'completed' });
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});
