import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '../platform/connection/query-client.ts'
import { styleNonce } from '../platform/page-facts.ts'
import { Toasts } from '../ui/feedback/toast.tsx'
import { router } from './router.ts'
import { cssVariables, theme } from './theme.ts'

const colorSchemeManager = localStorageColorSchemeManager({ key: 'atrium.theme' })

const App = () => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    colorSchemeManager={colorSchemeManager}
    getStyleNonce={() => styleNonce}
  >
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </MantineProvider>
)

// Libraries with their own style elements read the page's nonce from here.
if (styleNonce !== '') setNonce(styleNonce)

// Load the page's code while the session request runs, because the router waits for the session
// first.
const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
for (const route of routes) router.loadRouteChunk(route)?.catch(() => undefined)

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
