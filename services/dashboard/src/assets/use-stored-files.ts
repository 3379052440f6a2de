import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { usageQuery } from '../platform/assets.ts'
import type { Upload } from '../platform/create-uploads.ts'
import { uploads } from '../platform/uploads.ts'
import { toast } from '../ui/toast.ts'

/** Moves stored files from the uploads to the library, and announces them once the last upload has ended. */
export function useStoredFiles(list: readonly Upload[]): void {
  const queryClient = useQueryClient()
  const announced = useRef(0)
  const stored = list.filter(({ state }) => state.name === 'stored')
  const going = list.some(({ state }) => state.name === 'waiting' || state.name === 'sending')
  const ids = stored.map(({ id }) => id).join(' ')
  useEffect(() => {
    if (ids === '') return
    const moved = ids.split(' ')
    void Promise.all([
      queryClient.invalidateQueries({ queryKey: ['assets', 'newest'] }),
      queryClient.invalidateQueries(usageQuery),
    ]).then(() => {
      for (const id of moved) uploads.drop(id)
      announced.current += moved.length
    })
  }, [ids, queryClient])
  useEffect(() => {
    if (going || ids !== '' || announced.current === 0) return
    toast(announced.current === 1 ? 'The file is stored' : `${announced.current} files are stored`)
    announced.current = 0
  }, [going, ids])
}
