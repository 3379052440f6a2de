import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { BoardSearch } from '../../board/board-search.ts'

/**
 * Returns a function that opens the form for a new card. On the board the form opens over the
 * current view. From another page it opens on the board.
 */
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
