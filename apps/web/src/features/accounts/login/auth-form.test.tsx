import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { AuthForm, type Credentials } from './auth-form.tsx';

function renderForm(onSubmit: (credentials: Credentials) => Promise<void>) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AuthForm submitLabel="Log In" passwordKind="current-password" onSubmit={onSubmit} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), sent: () => screen.getByRole('button', { name: 'Log In' }) };
}

const username = () => screen.getByLabelText<HTMLInputElement>('Username');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');

/** A submission that is pending until the test calls `fail`. */
function createPendingSubmit() {
  const sent: Credentials[] = [];
  let fail: (error: unknown) => void = () => undefined;
  const submit = (credentials: Credentials) => {
    sent.push(credentials);
    return new Promise<void>((_, reject) => {
      fail = reject;
    });
  };
  return { sent, submit, fail: (error: unknown) => fail(error) };
}

describe('the login form', () => {
  it('shows missing values at their fields, and sends nothing', async () => {
    const { sent, submit } = createPendingSubmit();
    const { user } = renderForm(submit);
    await user.type(username(), 'lena');
    await user.keyboard('{Enter}');
    expect(screen.getAllByText('This field is required.')).toHaveLength(1);
    expect(password().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(password());
    expect(sent).toEqual([]);
  });

  it('sends the password as typed, with spaces, and removes a message while typing', async () => {
    const { sent, submit } = createPendingSubmit();
    const { user } = renderForm(submit);
    await user.click(screen.getByRole('button', { name: 'Log In' }));
    expect(screen.getAllByText('This field is required.')).toHaveLength(2);
    await user.type(username(), 'lena');
    await user.type(password(), ' say it ');
    expect(screen.queryByText('This field is required.')).toBeNull();
    await user.keyboard('{Enter}');
    expect(sent).toEqual([{ username: 'lena', password: ' say it ' }]);
  });

  it('removes the previous error when the next attempt lacks a value', async () => {
    const { submit, fail } = createPendingSubmit();
    const { user } = renderForm(submit);
    await user.type(username(), 'lena');
    await user.type(password(), 'wrong{Enter}');
    await waitFor(() => expect(password().readOnly).toBe(true));
    fail(new ApiError(401, { detail: 'No active account.' }));
    await screen.findByText('No active account.');
    await user.clear(password());
    await user.keyboard('{Enter}');
    expect(screen.getByText('This field is required.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('No active account.')).toBeNull());
  });

  it('sends once, even if it is submitted again meanwhile', async () => {
    const { sent, submit } = createPendingSubmit();
    const { user } = renderForm(submit);
    await user.type(username(), 'lena');
    await user.type(password(), 'say it back{Enter}{Enter}{Enter}');
    fireEvent.submit(password().form as HTMLFormElement);
    // Submitting sends asynchronously.
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(sent).toHaveLength(1);
  });

  it('stays busy after a success until the page is left', async () => {
    const sent: Credentials[] = [];
    const { user } = renderForm(async (credentials) => {
      sent.push(credentials);
    });
    await user.type(username(), 'lena');
    await user.type(password(), 'say it back{Enter}');
    await user.type(password(), '{Enter}');
    expect(sent).toHaveLength(1);
  });

  it('shows the server’s detail, and can be submitted again', async () => {
    const { sent, submit, fail } = createPendingSubmit();
    const { user } = renderForm(submit);
    await user.type(username(), 'lena');
    await user.type(password(), 'wrong{Enter}');
    fail(new ApiError(401, { detail: 'No active account was found.' }));
    expect((await screen.findByRole('alert')).textContent).toContain('No active account was found.');
    await user.type(password(), '{Enter}');
    expect(sent).toHaveLength(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a field’s message only at the field, and focuses it', async () => {
    const { submit, fail } = createPendingSubmit();
    const { user } = renderForm(submit);
    await user.type(username(), 'lena');
    await user.type(password(), 'say it back{Enter}');
    fail(new ApiError(400, { detail: 'It is taken.', username: ['It is taken.'] }));
    await screen.findByText('It is taken.');
    expect(screen.getAllByText('It is taken.')).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(username());
    expect(username().getAttribute('aria-invalid')).toBe('true');
  });

  it.each([
    [new ApiError(0), "Can't reach the server."],
    [new ApiError(502, '<html>'), 'Something went wrong.'],
  ])('shows a general message without the server’s detail', async (failure, message) => {
    const { submit, fail } = createPendingSubmit();
    const { user } = renderForm(submit);
    await user.type(username(), 'lena');
    await user.type(password(), 'say it back{Enter}');
    fail(failure);
    expect((await screen.findByRole('alert')).textContent).toContain(message);
  });

  it('shows the password’s characters on request', async () => {
    const { user } = renderForm(createPendingSubmit().submit);
    expect(password().type).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show characters' }));
    expect(password().type).toBe('text');
    expect(password().autocomplete).toBe('current-password');
  });
});
