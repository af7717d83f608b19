import { candidates, jobs } from '@sayback/contract';
import { screen, within } from '@testing-library/react';
import type { Received, Reply } from '../../../api/testing/loopback.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { CandidatesScreen } from '../candidates-screen.tsx';
import { readCandidatesSearch } from '../candidates-search.ts';
import { buildPage, candidate } from './candidate.ts';

type Server = {
  stored: candidates.Candidate[];
  /** Total count in responses, if larger than the number stored. */
  count: number | undefined;
  /** Responses that take precedence, by method and path. */
  replies: Record<string, Reply | Promise<Reply>>;
};
export const server: Server = { stored: [], count: undefined, replies: {} };

export const JOB: jobs.Job = {
  id: 9,
  kind: 'bulk-scan-candidates',
  subject: 'candidates',
  status: 'running',
  done: 3,
  total: 20,
  message: 'El faro',
  result: null,
  created_at: '2026-03-01T12:00:00Z',
};

function respond({ method, path, body }: Received): Reply | Promise<Reply> | undefined {
  const [pathname = '', query = ''] = path.split('?');
  const reply = server.replies[`${method} ${pathname}`];
  if (reply) return reply;
  if (pathname === candidates.getStats.path) {
    const countByStatus = (status: string) =>
      server.stored.filter((candidate) => candidate.review_status === status).length;
    const [pending, approved, rejected, processed] = candidates.reviewStatus.options.map(countByStatus);
    return {
      status: 200,
      body: { status_stats: { total: server.stored.length, pending, approved, rejected, processed } },
    };
  }
  if (pathname === candidates.listCandidates.path) {
    const status = new URLSearchParams(query).get('status');
    const results = server.stored.filter(
      (candidate) => status === null || candidate.review_status === status,
    );
    return { status: 200, body: buildPage(results, server.count) };
  }
  if (pathname === jobs.listJobs.path) return { status: 200, body: [] };
  const requested = server.stored.find(({ id }) => pathname === `/api/youtube-candidates/${id}/`);
  if (!requested || method !== 'PATCH') return undefined;
  Object.assign(requested, body);
  return { status: 200, body: requested };
}

/** Opens the list of `server.stored`; by default Uno, Dos and Tres. */
export async function open(url = '/youtube-candidates') {
  const page = {
    path: '/youtube-candidates',
    component: CandidatesScreen,
    validateSearch: readCandidatesSearch,
  };
  return openPage(page, url, respond);
}

export const findCard = async (title: string) => {
  const heading = await screen.findByText(title, { selector: 'h2' });
  return within(heading.closest('li') as HTMLElement);
};
export const findButton = (name: string) => screen.findByRole('button', { name });

export function resetServer(): void {
  server.stored = [
    candidate({ id: 1, title: 'Uno' }),
    candidate({ id: 2, title: 'Dos' }),
    candidate({ id: 3, title: 'Tres' }),
  ];
  server.count = undefined;
  server.replies = {};
}
