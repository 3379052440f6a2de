import type { Me } from '@atrium/contracts'
import type { QueryClient } from '@tanstack/react-query'
import { createRoute, redirect } from '@tanstack/react-router'
import { page } from '../platform/load-page.ts'
import { meQuery } from '../platform/me.ts'
import { pagesBelow } from './page-options.ts'
import { root } from './root-route.tsx'

interface Entered {
  readonly context: { readonly queryClient: QueryClient }
  readonly location: { readonly href: string }
}

/** Leads somebody who is not signed in to the entrance. */
export async function requirePerson({ context, location }: Entered): Promise<Me> {
  const me = await context.queryClient.ensureQueryData(meQuery)
  if (me === null) throw redirect({ to: '/sign-in', search: { next: location.href } })
  return me
}

/** As above; somebody without an organisation makes one first. */
export async function requireOrg(entered: Entered): Promise<void> {
  const { org } = await requirePerson(entered)
  if (org === null) throw redirect({ to: '/create-organisation' })
}

/** The pages of a signed-in person in an organisation. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: requireOrg,
  component: page(() => import('./shell/shell.tsx'), 'Shell'),
})

export const { at, searched } = pagesBelow(inside)
