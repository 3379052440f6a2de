import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMe } from '../session/me.ts'

const key = 'atrium.lists'

/** The lists that keep their filter when a user returns by a link. */
const lists = new Set([
  '/invoices',
  '/estimates',
  '/customers',
  '/products',
  '/subscriptions',
  '/events',
  '/workflows',
  '/writing-guides',
  '/agent-tasks',
])

/** Search parameters for an open record or form. They are not part of the filter. */
const passing = ['create', 'edit', 'finalize', 'part', 'send']

interface Remembered {
  readonly orgId: string
  readonly searches: Readonly<Record<string, object>>
}

function read(orgId: string): Remembered {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '') as Remembered
    if (kept.orgId === orgId) return kept
  } catch {
    // Nothing is stored yet, or the storage is forbidden.
  }
  return { orgId, searches: {} }
}

/** Remembers a list's filter while the tab is open. Ignores other addresses. */
function rememberList(orgId: string, pathname: string, search: object): void {
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
    // If the storage is full, the link leads to the list without a filter.
  }
}

/** Returns the last filter of a list in this organisation. Empty if the list was not opened. */
function recallList(orgId: string, pathname: string): object {
  const { searches } = read(orgId)
  return Object.hasOwn(searches, pathname) ? (searches[pathname] ?? {}) : {}
}

/** Remembers a list's filter whenever its address changes. */
export function useRememberLists(): void {
  const router = useRouter()
  const orgId = useMe().org?.id ?? ''
  useEffect(() => {
    const remember = ({ pathname, search }: { pathname: string; search: object }) =>
      rememberList(orgId, pathname, search)
    remember(router.state.location)
    // A click on a row can replace a navigation before it resolves. In this case `onResolved` would
    // miss the filter.
    return router.subscribe('onBeforeLoad', ({ toLocation }) => remember(toLocation))
  }, [router, orgId])
}

/** Returns the search parameters of a link back to a list: the list's last filter. */
export function useListSearch(pathname: string): never {
  return recallList(useMe().org?.id ?? '', pathname) as never
}
