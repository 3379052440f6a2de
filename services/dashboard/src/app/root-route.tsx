import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router'
import { renameOldAddress } from '../platform/old-addresses.ts'
import { NotFoundPage } from '../ui/page/not-found.tsx'
import { SignInAgain } from './sign-in-again.tsx'

const Root = () => (
  <>
    <Outlet />
    <SignInAgain />
  </>
)

/** The root route. If the session ends, it asks the user to sign in again over the page. */
export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: ({ location }) => {
    const href = renameOldAddress(location.href)
    if (href !== location.href) throw redirect({ href, replace: true })
  },
  component: Root,
  notFoundComponent: NotFoundPage,
})
