import { METHOD_NAME_ALL } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import { canonicalPath, type RequestTarget, splitTarget } from './request-target.ts'
import type { Route } from './route.ts'

export type MatchRoute = (method: string, path: string) => Route | undefined

/**
 * First path segments not served by the dashboard: those of the API, and those on each service's
 * own port.
 */
const closed: ReadonlySet<string> = new Set([
  'api',
  '.well-known',
  'livez',
  'readyz',
  'metrics',
  'openapi.json',
])

/**
 * Creates a matcher for the table. The longest pattern wins if it covers the path and accepts the
 * method.
 */
export function createMatcher(table: readonly Route[]): MatchRoute {
  const router = new TrieRouter<Route>()
  const segments = ({ path }: Route): number => path.split('/').length
  for (const route of table.toSorted((a, b) => segments(b) - segments(a))) {
    const pattern = route.exact || route.path.endsWith('*') ? route.path : `${route.path}/*`
    for (const method of route.methods ?? [METHOD_NAME_ALL]) router.add(method, pattern, route)
  }
  return (method, path) => {
    const route = router.match(method, path)[0][0]?.[0]
    return route?.path === '' && closed.has(path.split('/', 2)[1] ?? '') ? undefined : route
  }
}

export interface Found {
  readonly route: Route
  /** The forwarded target. It is canonical, or unchanged on an opaque route. */
  readonly target: RequestTarget
}

/** Paths that users paste into assistants with a trailing slash. */
const slashed: ReadonlySet<string> = new Set([
  '/api/mcp/',
  '/.well-known/oauth-protected-resource/api/mcp/',
])

const withoutSlash = (path: string | undefined): string | undefined =>
  path !== undefined && slashed.has(path) ? path.slice(0, -1) : path

export function findRoute(
  match: MatchRoute,
  method: string,
  requestTarget: string,
): Found | undefined {
  const target = splitTarget(requestTarget)
  if (target === undefined) return undefined
  const asWritten = match(method, target.path)
  if (asWritten?.opaque === true) return { route: asWritten, target }
  const path = withoutSlash(canonicalPath(target.path))
  if (path === undefined) return undefined
  const route = path === target.path ? asWritten : match(method, path)
  return route && { route, target: { path, query: target.query } }
}
