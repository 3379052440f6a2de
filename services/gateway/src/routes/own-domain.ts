import type { IncomingMessage } from 'node:http'
import {
  AppError,
  type EventEnvelope,
  FindPublicDomain,
  OrgDeleted,
  SettingsChanged,
} from '@atrium/contracts'
import { type Bus, callRpc } from '@atrium/messaging'
import { LRUCache } from 'lru-cache'
import type { ClientFacts } from '../caller/client-facts.ts'
import { canonicalPath, splitTarget } from './request-target.ts'

/** The organisation whose public pages are served at a host name. */
export interface DomainOwner {
  readonly orgId: string
  readonly slug: string
}

export type Domains = ReturnType<typeof createDomains>

// Events clear the cache. The lifetime counts if an event is late.
const rememberedMs = 5_000
const domainForm = /^(?:[a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{1,62}$/

/** Finds the organisations of host names that are not the platform's own. */
export function createDomains(bus: Bus, platformUrls: Iterable<string>) {
  const platform = new Set([...platformUrls].map((url) => new URL(url).hostname))
  const known = new LRUCache<string, { owner: DomainOwner | null }>({
    max: 10_000,
    ttl: rememberedMs,
    noDeleteOnStaleGet: true,
  })
  const asking = new Map<string, Promise<DomainOwner | undefined>>()
  let version = 0

  const ask = async (host: string): Promise<DomainOwner | undefined> => {
    const before = version
    try {
      const { org } = await callRpc(bus, FindPublicDomain, { host })
      if (before === version) known.set(host, { owner: org })
      return org ?? undefined
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // While identity restarts, a known domain keeps its pages. At other names nobody can sign in
      // without identity, so the platform's own pages give nothing away.
      return known.peek(host, { allowStale: true })?.owner ?? undefined
    }
  }

  return {
    /**
     * Returns undefined at once for the platform's own names, for IP addresses and single labels.
     * Calls `count` before it asks identity. Concurrent requests for one name share one RPC.
     */
    find(
      { host }: Pick<ClientFacts, 'host'>,
      count: () => void,
    ): DomainOwner | undefined | Promise<DomainOwner | undefined> {
      // A name with a dot at its end is the same name (RFC 1034, section 3.1).
      const name = host?.replace(/\.?(?::\d+)?$/, '')
      if (name === undefined || platform.has(name) || !domainForm.test(name)) return undefined
      const cached = known.get(name)
      if (cached !== undefined) return cached.owner ?? undefined
      const earlier = asking.get(name)
      if (earlier !== undefined) return earlier
      count()
      const asked = ask(name).finally(() => asking.delete(name))
      asking.set(name, asked)
      return asked
    },
    /** Forgets every name when an organisation has changed its settings or was deleted. */
    onEvent({ type }: Pick<EventEnvelope, 'type'>): void {
      if (type !== SettingsChanged.type && type !== OrgDeleted.type) return
      version += 1
      known.clear()
      asking.clear()
    },
  }
}

const read: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** What a page of an organisation links to outside of `/p`. Each is public or has a secret token. */
function isLinked({ orgId, slug }: DomainOwner, method: string, path: string): boolean {
  if (path === '/api/public/quotes') return method === 'POST'
  if (!read.has(method)) return false
  const [, api, kind, ...rest] = path.split('/')
  if (api !== 'api') return false
  if (kind === 'assets') return rest.length === 3 && rest[0] === orgId && rest[1] === 'pub'
  if (kind !== 'public') return false
  const [records, key, file, last] = rest
  if (records === 'happenings') return key === slug && last === 'calendar.ics' && rest.length === 4
  const files: Readonly<Record<string, string>> = {
    invoices: 'pdf',
    estimates: 'pdf',
    tickets: 'picture',
  }
  return rest.length === 3 && file !== undefined && files[records ?? ''] === file
}

/**
 * Limits a request at an organisation's own domain to that organisation's public pages. Rewrites
 * `/` and other short paths to the pages below `/p/<org>`. Removes credentials, because nobody signs
 * in at an own domain. Returns false if the domain does not serve the path.
 */
export function limitToDomain(request: IncomingMessage, owner: DomainOwner): boolean {
  const target = splitTarget(request.url ?? '/')
  const path = target && canonicalPath(target.path)
  if (target === undefined || path === undefined) return false
  const home = `/p/${encodeURIComponent(owner.slug)}`
  const isPage = path === home || path.startsWith(`${home}/`)
  if (!isPage && !isLinked(owner, request.method ?? '', path)) {
    if (/^\/(?:p|api|\.well-known)(?:\/|$)/.test(path)) return false
    request.url = `${path === '/' ? home : home + path}${target.query}`
  }
  for (const name of ['cookie', 'authorization', 'x-api-key']) delete request.headers[name]
  const raw = request.rawHeaders
  for (let index = raw.length - 2; index >= 0; index -= 2) {
    const name = (raw[index] ?? '').toLowerCase()
    if (name === 'cookie' || name === 'authorization' || name === 'x-api-key') raw.splice(index, 2)
  }
  return true
}
