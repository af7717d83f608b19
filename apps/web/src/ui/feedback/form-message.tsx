import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './form-message.module.css';

/** Message about a failure; nothing without one. */
export function FailureMessage({ message }: { message: ReactNode }) {
  if (!message) return null;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {message}
    </Alert>
  );
}

/** Message of success. The region is rendered before its text, so that screen readers announce it. */
export function SuccessMessage({ message }: { message: string | undefined }) {
  return (
    <div role="status" className={classes.region}>
      {message && (
        <Alert variant="light" icon={<IconCircleCheck aria-hidden />} role="none">
          {message}
        </Alert>
      )}
    </div>
  );
}
