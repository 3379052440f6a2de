import { createRoute, redirect } from '@tanstack/react-router'
import { page } from '../platform/load-page.ts'
import { meQuery } from '../platform/me.ts'
import { root } from './root-route.tsx'

/** The pages of a signed-in person in an organisation. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ context, location }) => {
    const me = await context.queryClient.ensureQueryData(meQuery)
    if (me === null) throw redirect({ to: '/sign-in', search: { next: location.href } })
    if (me.org === null) throw redirect({ to: '/create-organisation' })
  },
  component: page(() => import('./shell/shell.tsx'), 'Shell'),
})
