import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { usageQuery } from '../platform/assets.ts'
import type { Upload } from '../platform/create-uploads.ts'
import { uploads } from '../platform/uploads.ts'
import { toast } from '../ui/toast.ts'

/** Moves stored files from the uploads to the library, and announces them once the last upload has ended. */
export function useStoredFiles(list: readonly Upload[]): void {
  const queryClient = useQueryClient()
  const moved = useRef(new Set<string>())
  const stored = list.filter(({ state }) => state.name === 'stored')
  const going = list.some(({ state }) => state.name === 'waiting' || state.name === 'sending')
  const ids = stored.map(({ id }) => id).join(' ')
  useEffect(() => {
    if (ids === '') return
    void Promise.all([
      queryClient.invalidateQueries({ queryKey: ['assets', 'newest'] }),
      queryClient.invalidateQueries(usageQuery),
    ]).then(() => {
      for (const id of ids.split(' ')) {
        moved.current.add(id)
        uploads.drop(id)
      }
    })
  }, [ids, queryClient])
  useEffect(() => {
    const { size } = moved.current
    if (going || ids !== '' || size === 0) return
    toast(size === 1 ? 'The file is stored' : `${size} files are stored`)
    moved.current.clear()
  }, [going, ids])
}
