import { configure } from '@testing-library/react';

// The default of one second is little for a screen on a machine that has other work.
configure({ asyncUtilTimeout: 8000 });
