import type { NavigateOptions } from '@tanstack/react-router'

const list = { params: { id: undefined }, search: { create: true } } as const

/** Where to create a new record from each page, if the page's records can be created there. */
export const createPlaces = {
  '/posts': { to: '/posts', search: { compose: 'new' } },
  '/sites': { to: '/sites', search: { create: 'new' } },
  '/events': { to: '/events/{-$id}', ...list },
  '/invoices': { to: '/invoices/{-$id}', params: { id: 'new' } },
  '/estimates': { to: '/estimates/{-$id}', params: { id: 'new' } },
  '/customers': { to: '/customers/{-$id}', ...list },
  '/products': { to: '/products/{-$id}', ...list },
  '/subscriptions': { to: '/subscriptions/{-$id}', ...list },
  '/workflows': { to: '/workflows/templates' },
  '/writing-guides': { to: '/writing-guides/new' },
} as const satisfies Readonly<Record<string, NavigateOptions>>

/** Pages where only an owner or an admin may create records. */
const forAdmins = new Set(['/estimates', '/events', '/invoices', '/products', '/subscriptions'])

/**
 * Returns where to create a record from a page. Undefined if that is the card form, or if the
 * member may not create one.
 */
export function findCreatePlace(pathname: string, isAdmin: boolean) {
  const area = `/${pathname.split('/', 2)[1] ?? ''}`
  if (!Object.hasOwn(createPlaces, area) || (!isAdmin && forAdmins.has(area))) return undefined
  return createPlaces[area as keyof typeof createPlaces]
}
