import type { postStatuses } from '@atrium/contracts'

type PostStatus = (typeof postStatuses)[number]

/** An address of this application. */
export type PlaceOf =
  | { readonly to: '/channels'; readonly search: Record<never, never> }
  | {
      readonly to: '/skills/$id' | '/sites/$id'
      readonly params: { readonly id: string }
      readonly search: Record<never, never>
    }
  | {
      readonly to: '/invoices/{-$id}'
      readonly params: { readonly id: string | undefined }
      readonly search: { readonly status?: 'overdue' }
    }
  | {
      readonly to: '/customers/{-$id}' | '/offers/{-$id}' | '/schedules/{-$id}'
      readonly params: { readonly id: string | undefined }
      readonly search: { readonly stuck?: true }
    }
  | { readonly to: '/board'; readonly search: { readonly card?: string } }
  | {
      readonly to: '/posts'
      readonly search: { readonly post?: string; readonly view?: 'list'; readonly status?: PostStatus }
    }
  | { readonly to: '/workflows'; readonly search: { readonly filter?: 'failed' } }
  | {
      readonly to: '/workflows/$id'
      readonly params: { readonly id: string }
      readonly search: { readonly run?: string }
    }
  | {
      readonly to: '/settings/{-$page}'
      readonly params: { readonly page: 'webhooks' }
      readonly search: { readonly endpoint?: string }
    }
  | {
      readonly to: '/settings/{-$page}'
      readonly params: { readonly page: 'billing' }
      readonly search: Record<never, never>
    }

/** The page of an address that the platform names; undefined when no page shows it. */
export function placeOf(href: string): PlaceOf | undefined {
  const { pathname, searchParams } = new URL(href, 'http://localhost')
  const [, area, id] = pathname.split('/')
  const params = { id: id || undefined }
  if (area === 'invoices') {
    const isOverdue = searchParams.get('status') === 'overdue'
    return { to: '/invoices/{-$id}', params, search: isOverdue ? { status: 'overdue' } : {} }
  }
  if (area === 'customers' || area === 'offers' || area === 'schedules') {
    const isStuck = searchParams.get('stuck') === 'true'
    return { to: `/${area}/{-$id}`, params, search: isStuck ? { stuck: true } : {} }
  }
  if (area === 'channels') return { to: '/channels', search: {} }
  if (area === 'webhooks') {
    return { to: '/settings/{-$page}', params: { page: 'webhooks' }, search: id ? { endpoint: id } : {} }
  }
  if (area === 'workflows') {
    if (!id)
      return { to: '/workflows', search: searchParams.get('filter') === 'failed' ? { filter: 'failed' } : {} }
    const run = searchParams.get('run')
    return { to: '/workflows/$id', params: { id }, search: run === null ? {} : { run } }
  }
  if (area === 'tasks') return { to: '/board', search: id ? { card: id } : {} }
  if (area === 'settings' && id === 'billing') {
    return { to: '/settings/{-$page}', params: { page: 'billing' }, search: {} }
  }
  if ((area === 'skills' || area === 'sites') && id) return { to: `/${area}/$id`, params: { id }, search: {} }
  if (area === 'board') {
    const card = searchParams.get('card')
    return { to: '/board', search: card === null ? {} : { card } }
  }
  if (area !== 'posts') return undefined
  if (id !== undefined && id !== '') return { to: '/posts', search: { post: id } }
  // The page reads its own address, and leaves out a state that no post has.
  const status = searchParams.get('status')
  return { to: '/posts', search: status === null ? {} : { view: 'list', status: status as PostStatus } }
}
