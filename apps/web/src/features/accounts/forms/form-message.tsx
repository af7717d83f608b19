import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import classes from './form-message.module.css';

/** Why a form could not be sent; nothing without a message. */
export function FailureMessage({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {message}
    </Alert>
  );
}

/** What went well. The region is there before its text, so that it is announced. */
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
