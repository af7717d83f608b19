import { practice } from '@sayback/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage } from '../../../testing/open-page.tsx';
import { PracticeCounts } from './practice-counts.tsx';

async function open(counts: practice.PracticeCounts | null) {
  await openPage({ path: '/users', component: PracticeCounts }, '/users', ({ path }) => {
    if (path !== practice.getPracticeCounts.path) return;
    return counts ? { status: 200, body: counts } : { status: 500, body: {} };
  });
}

it('administrators see how many people practised, unless they are too few', async () => {
  await open({
    last_7_days: { practised: null, answered: null, minutes: null },
    last_28_days: { practised: 12, answered: null, minutes: 340 },
  });
  expect(
    await screen.findByText('Practice in the last 7 days: shown when at least 5 people have practised.'),
  ).toBeTruthy();
  expect(
    screen.getByText('Practice in the last 28 days: 12 people practised, 340 minutes in all.'),
  ).toBeTruthy();
});

it('administrators see an error if practice can’t be counted', async () => {
  await open(null);
  expect(await screen.findByText("Couldn't load how much was practised.")).toBeTruthy();
});
