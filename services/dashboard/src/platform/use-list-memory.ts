import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { recallList, rememberList } from './list-memory.ts'
import { useMe } from './me.ts'

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
