import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { afterFirstContent } from '../platform/first-content.ts'
import { styleNonce } from '../platform/page-facts.ts'
import { queryClient } from '../platform/query-client.ts'
import { toastCorner } from '../ui/toast.ts'
import { router } from './router.ts'
import { cssVariables, theme } from './theme.ts'

const colorSchemeManager = localStorageColorSchemeManager({ key: 'atrium.theme' })

/** Shows messages in a corner of the page. Its code is loaded after the page. */
function ToastCorner() {
  const Toasts = useSyncExternalStore(toastCorner.subscribe, toastCorner.get)
  useEffect(() => {
    void afterFirstContent(toastCorner.load)
  }, [])
  return Toasts === undefined ? null : <Toasts />
}

export const App = () => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    colorSchemeManager={colorSchemeManager}
    getStyleNonce={() => styleNonce}
  >
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ToastCorner />
    </QueryClientProvider>
  </MantineProvider>
)
