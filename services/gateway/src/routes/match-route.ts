import type { Route } from './route.ts'

interface Branch {
  readonly named: Map<string, Branch>
  any: Branch | undefined
  readonly routes: Route[]
}

export type MatchRoute = (method: string, path: string) => Route | undefined

/** A matcher over the table: the longest pattern that covers the path and takes the method. */
export function createMatcher(table: readonly Route[]): MatchRoute {
  const root = newBranch()
  for (const route of table) branchOf(root, route.path).routes.push(route)
  return (method, path) => {
    let found: Route | undefined
    let branch: Branch | undefined = root
    let start = 1
    while (branch !== undefined) {
      const ended = start > path.length
      found = pick(branch.routes, method, ended) ?? found
      if (ended) break
      const slash = path.indexOf('/', start)
      const end = slash === -1 ? path.length : slash
      branch = branch.named.get(path.slice(start, end)) ?? branch.any
      start = end + 1
    }
    return found
  }
}

function pick(routes: readonly Route[], method: string, ended: boolean): Route | undefined {
  for (const route of routes) {
    if ((ended || !route.exact) && (route.methods === undefined || route.methods.includes(method)))
      return route
  }
  return undefined
}

const newBranch = (): Branch => ({ named: new Map(), any: undefined, routes: [] })

function branchOf(root: Branch, pattern: string): Branch {
  let branch = root
  for (const segment of pattern.split('/').slice(1)) {
    if (segment.startsWith(':')) {
      branch.any ??= newBranch()
      branch = branch.any
    } else {
      const next = branch.named.get(segment) ?? newBranch()
      branch.named.set(segment, next)
      branch = next
    }
  }
  return branch
}
