import type { CardKind, postStatuses } from '@atrium/contracts'
import { renameOldAddress } from '../../platform/old-addresses.ts'

/** Finds the page for an address from the platform. Returns undefined if no page shows it. */
export function parseHref(href: string) {
  const { pathname, searchParams } = new URL(renameOldAddress(href), 'http://localhost')
  const [, area, id] = pathname.split('/')
  const params = { id: id || undefined }
  switch (area) {
    case 'invoices': {
      const isOverdue = searchParams.get('status') === 'overdue'
      return {
        to: '/invoices/{-$id}',
        params,
        search: isOverdue ? { status: 'overdue' } : {},
      } as const
    }
    case 'estimates':
      return { to: '/estimates/{-$id}', params, search: {} } as const
    case 'customers':
    case 'products':
    case 'subscriptions': {
      const isStuck = searchParams.get('stuck') === 'true'
      return { to: `/${area}/{-$id}`, params, search: isStuck ? { stuck: true } : {} } as const
    }
    case 'files': {
      const file = searchParams.get('file')
      return { to: '/files', search: file === null ? {} : { file } } as const
    }
    case 'agent-tasks':
      return { to: '/agent-tasks/{-$id}', params, search: {} } as const
    case 'approvals':
      return { to: '/approvals', search: {} } as const
    case 'channels':
      return { to: '/channels', search: {} } as const
    case 'webhooks': {
      const search = id ? { endpoint: id } : {}
      return { to: '/settings/{-$page}', params: { page: 'webhooks' }, search } as const
    }
    case 'events': {
      const q = searchParams.get('q')
      return { to: '/events/{-$id}', params, search: q === null ? {} : { q } } as const
    }
    case 'settings':
      if (id !== 'billing' && id !== 'members' && id !== 'profile' && id !== 'notifications')
        return undefined
      return { to: '/settings/{-$page}', params: { page: id }, search: {} } as const
    case 'workflows': {
      if (!id) {
        const isFailed = searchParams.get('filter') === 'failed'
        return { to: '/workflows', search: isFailed ? { filter: 'failed' } : {} } as const
      }
      const run = searchParams.get('run')
      const panel = searchParams.get('panel') === 'waiting' ? 'waiting' : undefined
      const search = { run: run ?? undefined, panel } as const
      return { to: '/workflows/$id', params: { id }, search } as const
    }
    case 'tasks':
      return { to: '/board', search: id ? { card: id } : {} } as const
    case 'board': {
      const card = searchParams.get('card')
      if (card !== null) return { to: '/board', search: { card } } as const
      // The page validates its own address and drops an unknown kind.
      const kind = searchParams.get('kind') as CardKind | null
      return { to: '/board', search: kind === null ? {} : { kind: [kind] } } as const
    }
    case 'writing-guides':
    case 'sites':
      return id ? ({ to: `/${area}/$id`, params: { id }, search: {} } as const) : undefined
    case 'posts': {
      if (id) return { to: '/posts', search: { post: id } } as const
      // The page validates its own address and drops an unknown status.
      const status = searchParams.get('status') as (typeof postStatuses)[number] | null
      return { to: '/posts', search: status === null ? {} : { view: 'list', status } } as const
    }
    default:
      return undefined
  }
}
