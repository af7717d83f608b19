import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './back-link.module.css';

export const BackLink = ({ children, ...link }: LinkProps & { children: string }) => (
  <Button
    variant="quiet"
    className={classes.link}
    leftSection={<IconArrowLeft size={18} aria-hidden className={classes.arrow} />}
    renderRoot={(props) => <Link {...props} {...link} />}
  >
    {children}
  </Button>
);
