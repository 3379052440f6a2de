import type { StoredAsset } from '@atrium/sdk'
import pLimit from 'p-limit'
import { atrium } from '../platform/api.ts'

/** A file on its way, or stored. */
export interface Upload {
  readonly id: string
  readonly file: File
  readonly visibility: 'pub' | 'priv'
  readonly state:
    | { readonly name: 'waiting' }
    | { readonly name: 'sending'; readonly part: number }
    | { readonly name: 'stored'; readonly asset: StoredAsset }
    | { readonly name: 'failed'; readonly error: unknown }
}

const atOnce = 3

/** Uploads of this page; they go on while other pages are open. */
export function createUploads() {
  const limit = pLimit(atOnce)
  const running = new Map<string, AbortController>()
  const listeners = new Set<() => void>()
  let uploads: readonly Upload[] = []
  const change = (changed: readonly Upload[]) => {
    uploads = changed
    for (const listener of listeners) listener()
  }
  const setState = (id: string, state: Upload['state']) =>
    change(uploads.map((upload) => (upload.id === id ? { ...upload, state } : upload)))

  async function send({ id, file, visibility }: Upload): Promise<void> {
    const abort = new AbortController()
    running.set(id, abort)
    setState(id, { name: 'sending', part: 0 })
    try {
      const asset = await atrium.upload(file, {
        ...{ visibility, fileName: file.name, signal: abort.signal },
        onProgress: ({ sent, total }) =>
          setState(id, { name: 'sending', part: total === 0 ? 0 : sent / total }),
      })
      setState(id, { name: 'stored', asset })
    } catch (error) {
      if (!abort.signal.aborted) setState(id, { name: 'failed', error })
    } finally {
      running.delete(id)
    }
  }

  const start = (upload: Upload) =>
    void limit(async () => {
      if (uploads.some(({ id }) => id === upload.id)) await send(upload)
    })

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    get: () => uploads,
    add(files: readonly File[], visibility: Upload['visibility']): void {
      const added = files.map(
        (file): Upload => ({ id: crypto.randomUUID(), file, visibility, state: { name: 'waiting' } }),
      )
      change([...added, ...uploads])
      for (const upload of added) start(upload)
    },
    /** Sends a failed file once more, from its beginning: nothing of the first try is stored. */
    retry(id: string): void {
      const upload = uploads.find((candidate) => candidate.id === id)
      if (upload === undefined) return
      setState(id, { name: 'waiting' })
      start(upload)
    },
    /** Takes a file off the list and stops its upload; a stored asset stays stored. */
    drop(id: string): void {
      running.get(id)?.abort()
      change(uploads.filter((upload) => upload.id !== id))
    },
  }
}

/** The uploads of this page. */
export const uploads = createUploads()
