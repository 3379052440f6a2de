const key = 'atrium.lists'

/** Lists whose filter a link back to them keeps. */
const lists = new Set([
  '/invoices',
  '/customers',
  '/offers',
  '/schedules',
  '/happenings',
  '/workflows',
  '/skills',
  '/agent-runs',
])

/** The open record or form of an address, which is no part of the list's filter. */
const passing = ['create', 'finalize', 'part']

interface Remembered {
  readonly orgId: string
  readonly searches: Readonly<Record<string, object>>
}

function read(orgId: string): Remembered {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '') as Remembered
    if (kept.orgId === orgId) return kept
  } catch {
    // Nothing is kept yet, or the browser keeps nothing.
  }
  return { orgId, searches: {} }
}

/** Remembers the filter of a list while the tab is open; other addresses change nothing. */
export function rememberList(orgId: string, pathname: string, search: object): void {
  if (!lists.has(pathname)) return
  const filter = Object.fromEntries(
    Object.entries(search).filter(([name]) => !passing.includes(name)),
  )
  const { searches } = read(orgId)
  try {
    sessionStorage.setItem(
      key,
      JSON.stringify({ orgId, searches: { ...searches, [pathname]: filter } }),
    )
  } catch {
    // Without room the way back leads to the whole list.
  }
}

/** The filter that a list of the organisation had last; empty for one that was not open. */
export function recallList(orgId: string, pathname: string): object {
  const { searches } = read(orgId)
  return Object.hasOwn(searches, pathname) ? (searches[pathname] ?? {}) : {}
}
