import type { MatchRoute } from './match-route.ts'
import { canonicalPath, type RequestTarget, splitTarget } from './request-target.ts'
import type { Route } from './route.ts'

export interface Found {
  readonly route: Route
  /** As it is forwarded: canonical, or untouched where the route says so. */
  readonly target: RequestTarget
}

/** The route of a request target, or undefined when the table has none or the path is ambiguous. */
export function findRoute(match: MatchRoute, method: string, requestTarget: string): Found | undefined {
  const target = splitTarget(requestTarget)
  if (target === undefined) return undefined
  const asWritten = match(method, target.path)
  if (asWritten?.opaque === true) return { route: asWritten, target }
  const path = canonicalPath(target.path)
  if (path === undefined) return undefined
  if (path === target.path) return asWritten && { route: asWritten, target }
  const route = match(method, path)
  return route && { route, target: { path, query: target.query } }
}
