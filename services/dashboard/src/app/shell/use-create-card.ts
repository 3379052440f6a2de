import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { BoardSearch } from '../../board/board-search.ts'

/** Opens the form of a new card: over the board as it is, or on the board from another page. */
export function useCreateCard(): (kind?: 'task' | 'link' | 'contact') => void {
  const router = useRouter()
  return useCallback(
    (create = 'task') =>
      void router.navigate({
        to: '/board',
        search: (old) => ({
          ...(router.state.location.pathname === '/board' ? BoardSearch.parse(old) : {}),
          create: create === 'task' ? true : create,
        }),
      }),
    [router],
  )
}
