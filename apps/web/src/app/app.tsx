import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '../api/query-client.ts';
import { useTranslation } from '../locales/translation.ts';
import { toast } from '../ui/feedback/toast.ts';
import { theme } from '../ui/theme.ts';
import { createAppRouter } from './router.tsx';
import { watchSession } from './watch-session.ts';

const queryClient = createQueryClient(toast);
const router = createAppRouter(queryClient);
watchSession(queryClient, router);
// src/start.ts also reads this key before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'color_scheme' });

export function App() {
  const { dir } = useTranslation().i18n;
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={colorSchemeManager}>
      <DirectionProvider key={dir} initialDirection={dir} detectDirection={false}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </DirectionProvider>
    </MantineProvider>
  );
}
