import { createRouter } from '@tanstack/react-router'
import { queryClient } from '../platform/connection/query-client.ts'
import { PageProblem } from '../ui/feedback/problem.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { askedApprovalRoute, entranceRoutes } from './entrance-routes.ts'
import { inside } from './inside-route.ts'
import { moneyRoutes } from './money-routes.ts'
import { root } from './root-route.tsx'
import { workRoutes } from './work-routes.ts'

const routeTree = root.addChildren([
  entranceRoutes,
  askedApprovalRoute,
  inside.addChildren([...workRoutes, ...moneyRoutes]),
])

/** The application's pages. Each one is loaded on its first visit. */
export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: PageProblem,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
