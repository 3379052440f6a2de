import type { NavigateOptions } from '@tanstack/react-router'

const list = { params: { id: undefined }, search: { create: true } } as const

/** The form of a new record on each page whose subject can be created there. */
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

/** Pages whose records only an owner or an admin creates. */
const forAdmins = new Set(['/happenings', '/invoices', '/offers', '/schedules'])

/** The place where the subject of a page is created. Undefined where that is a card, or where the member may not. */
export function findCreatePlace(pathname: string, isAdmin: boolean) {
  const area = `/${pathname.split('/', 2)[1] ?? ''}`
  if (!Object.hasOwn(createPlaces, area) || (!isAdmin && forAdmins.has(area))) return undefined
  return createPlaces[area as keyof typeof createPlaces]
}
