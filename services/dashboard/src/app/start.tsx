import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { styleNonce } from '../platform/page-facts.ts'
import { App } from './app.tsx'
import { router } from './router.ts'

// Libraries that write style elements of their own take the page's nonce from here.
if (styleNonce !== '') setNonce(styleNonce)

// The code of the page arrives beside the session, which is asked for before the page is chosen.
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
