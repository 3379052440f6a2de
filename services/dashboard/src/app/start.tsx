import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { styleNonce } from '../platform/page-facts.ts'
import { App } from './app.tsx'
import { router } from './router.ts'

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
