import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Upload } from '../../../platform/files/create-uploads.ts'
import { uploads } from '../../../platform/files/uploads.ts'

/** Uploads files for a post. Passes each stored file on once, in the order of the files. */
export function usePostFiles(onStored: (urls: readonly string[]) => void): {
  readonly pending: readonly Upload[]
  readonly add: (files: readonly File[]) => void
} {
  const all = useSyncExternalStore(uploads.subscribe, uploads.get)
  const [wanted, setWanted] = useState<readonly string[]>([])
  const postUploads = wanted.flatMap((id) => all.find((upload) => upload.id === id) ?? [])
  const handOver = useEffectEvent(() => {
    const stored: string[] = []
    const taken = new Set<string>()
    for (const { id, state } of postUploads) {
      // A failed file does not hold back the files after it.
      if (state.name === 'failed') continue
      if (state.name !== 'stored') break
      stored.push(state.asset.url)
      taken.add(id)
    }
    if (stored.length === 0) return
    setWanted((ids) => ids.filter((id) => !taken.has(id)))
    onStored(stored)
  })
  useEffect(() => handOver(), [all, wanted])
  return {
    pending: postUploads,
    add: (files) => {
      if (files.length > 0) setWanted((ids) => [...ids, ...uploads.add(files, 'pub')])
    },
  }
}
