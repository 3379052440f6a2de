import type { Me } from '@atrium/contracts'
import type { QueryClient } from '@tanstack/react-query'
import { createRoute, redirect } from '@tanstack/react-router'
import { page } from '../platform/load-page.ts'
import { meQuery } from '../platform/session/me.ts'
import { pagesBelow } from './page-options.ts'
import { root } from './root-route.tsx'

interface Entered {
  readonly context: { readonly queryClient: QueryClient }
  readonly location: { readonly href: string }
}

/** Returns the signed-in user, or redirects to the sign-in page if nobody is signed in. */
export async function requirePerson({ context, location }: Entered): Promise<Me> {
  const me = await context.queryClient.ensureQueryData(meQuery)
  if (me === null) throw redirect({ to: '/sign-in', search: { next: location.href } })
  return me
}

/**
 * Does what `requirePerson` does, and redirects to the form for a new organisation if the user has
 * none.
 */
export async function requireOrg(entered: Entered): Promise<void> {
  const { org } = await requirePerson(entered)
  if (org === null) throw redirect({ to: '/create-organisation' })
}

export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: requireOrg,
  component: page(() => import('./shell/shell.tsx'), 'Shell'),
})

export const { at, searched } = pagesBelow(inside)
