import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router'
import { Suspense, useState, useSyncExternalStore } from 'react'
import { sessionGate } from '../platform/api.ts'
import { late, page } from '../platform/load-page.ts'
import { renameOldAddress } from '../platform/old-addresses.ts'

const SignInAgain = late(async () => (await import('./sign-in-again.tsx')).SignInAgain)

function Root() {
  const ended = useSyncExternalStore(sessionGate.subscribe, sessionGate.isWaiting)
  const [everEnded, setEverEnded] = useState(false)
  if (ended && !everEnded) setEverEnded(true)
  return (
    <>
      <Outlet />
      <Suspense>{everEnded && <SignInAgain />}</Suspense>
    </>
  )
}

/** The root route. If the session ends, it asks the user to sign in again over the page. */
export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: ({ location }) => {
    const href = renameOldAddress(location.href)
    if (href !== location.href) throw redirect({ href, replace: true })
  },
  component: Root,
  notFoundComponent: page(() => import('../ui/not-found.tsx'), 'NotFoundPage'),
})
