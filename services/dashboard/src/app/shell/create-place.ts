import type { NavigateOptions } from '@tanstack/react-router'

const list = { params: { id: undefined }, search: { create: true } } as const

/** Where to create a new record from each page, if the page's records can be created there. */
export const createPlaces = {
  '/posts': { to: '/posts', search: { compose: 'new' } },
  '/sites': { to: '/sites', search: { create: 'new' } },
  '/happenings': { to: '/happenings/{-$id}', ...list },
  '/invoices': { to: '/invoices/{-$id}', params: { id: 'new' } },
  '/customers': { to: '/customers/{-$id}', ...list },
  '/offers': { to: '/offers/{-$id}', ...list },
  '/schedules': { to: '/schedules/{-$id}', ...list },
  '/workflows': { to: '/workflows/templates' },
  '/skills': { to: '/skills/new' },
} as const satisfies Readonly<Record<string, NavigateOptions>>

/** Pages where only an owner or an admin may create records. */
const forAdmins = new Set(['/happenings', '/invoices', '/offers', '/schedules'])

/**
 * Returns where to create a record from a page. Undefined if that is the card form, or if the
 * member may not create one.
 */
export function findCreatePlace(pathname: string, isAdmin: boolean) {
  const area = `/${pathname.split('/', 2)[1] ?? ''}`
  if (!Object.hasOwn(createPlaces, area) || (!isAdmin && forAdmins.has(area))) return undefined
  return createPlaces[area as keyof typeof createPlaces]
}
