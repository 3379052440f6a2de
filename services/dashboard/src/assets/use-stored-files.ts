import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { usageQuery } from '../platform/files/assets.ts'
import type { Upload } from '../platform/files/create-uploads.ts'
import { uploads } from '../platform/files/uploads.ts'
import { toast } from '../ui/feedback/toast.tsx'

/**
 * Moves stored files from the upload list to the library, and announces them when the last upload
 * has ended.
 */
export function useStoredFiles(list: readonly Upload[]): void {
  const queryClient = useQueryClient()
  const moved = useRef(0)
  const stored = list.filter(({ state }) => state.name === 'stored')
  const going = list.some(({ state }) => state.name === 'waiting' || state.name === 'sending')
  const ids = stored.map(({ id }) => id).join(' ')
  useEffect(() => {
    if (ids === '') return
    void Promise.all([
      queryClient.invalidateQueries({ queryKey: ['assets', 'newest'] }),
      queryClient.invalidateQueries(usageQuery),
    ]).then(() => {
      // Another response may have moved the file already, or a change of organisation has emptied
      // the list.
      for (const id of ids.split(' ')) if (uploads.drop(id)) moved.current += 1
    })
  }, [ids, queryClient])
  useEffect(() => {
    const count = moved.current
    if (going || ids !== '' || count === 0) return
    toast(count === 1 ? 'The file is stored' : `${count} files are stored`)
    moved.current = 0
  }, [going, ids])
}
