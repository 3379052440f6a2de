import { AtriumError, type StoredAsset } from '@atrium/sdk'
import pLimit from 'p-limit'
import type { atrium } from '../connection/api.ts'
import type { SessionGate } from '../connection/session-gate.ts'
import { createStore } from '../store.ts'

export interface Upload {
  readonly id: string
  readonly file: File
  readonly visibility: 'pub' | 'priv'
  /** True to keep location and camera data. By default the platform removes them. */
  readonly keepMetadata: boolean
  readonly state:
    | { readonly name: 'waiting' }
    | { readonly name: 'sending'; readonly part: number }
    | { readonly name: 'stored'; readonly asset: StoredAsset }
    | { readonly name: 'failed'; readonly error: unknown }
}

const atOnce = 3

interface UploadDeps {
  readonly upload: (typeof atrium)['upload']
  readonly gate: Pick<SessionGate, 'isArmed' | 'wait'>
}

/** Creates a list of uploads. They continue while the user opens other pages. */
export function createUploads({ upload: store, gate }: UploadDeps) {
  const limit = pLimit(atOnce)
  const running = new Map<string, AbortController>()
  const { get, set, subscribe } = createStore<readonly Upload[]>([])
  const setState = (id: string, state: Upload['state']) =>
    set(get().map((upload) => (upload.id === id ? { ...upload, state } : upload)))

  async function send({ id, file, visibility, keepMetadata }: Upload): Promise<void> {
    const abort = new AbortController()
    running.set(id, abort)
    setState(id, { name: 'sending', part: 0 })
    try {
      const asset = await store(file, {
        // The response may be lost after the file was stored. A retry with this key stores no
        // second file.
        visibility,
        keepMetadata,
        fileName: file.name,
        signal: abort.signal,
        idempotencyKey: id,
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

  const find = (id: string) => get().find((upload) => upload.id === id)

  /**
   * Sends a file if it is still on the list. If the session ends meanwhile, sends it again after
   * the sign-in.
   */
  async function sendWhileWanted(id: string): Promise<void> {
    const upload = find(id)
    if (upload === undefined) return
    await send(upload)
    const ended = find(id)
    if (ended?.state.name !== 'failed' || !isUnauthenticated(ended.state.error) || !gate.isArmed())
      return
    setState(id, { name: 'waiting' })
    if (await gate.wait()) await sendWhileWanted(id)
    else setState(id, ended.state)
  }

  const start = (id: string) => void limit(() => sendWhileWanted(id))

  return {
    subscribe,
    get,
    /** Starts uploading the files. Returns the ids of their uploads. */
    add(
      files: readonly File[],
      visibility: Upload['visibility'],
      { keepMetadata = false }: Partial<Pick<Upload, 'keepMetadata'>> = {},
    ): readonly string[] {
      const added = files.map(
        (file): Upload => ({
          id: crypto.randomUUID(),
          file,
          visibility,
          keepMetadata,
          state: { name: 'waiting' },
        }),
      )
      set([...added, ...get()])
      for (const { id } of added) start(id)
      return added.map(({ id }) => id)
    },
    /**
     * Sends a failed file again from its beginning, because nothing of the first attempt is stored.
     */
    retry(id: string): void {
      if (find(id)?.state.name !== 'failed') return
      setState(id, { name: 'waiting' })
      start(id)
    },
    /**
     * Removes a file from the list and stops its upload. A stored asset stays stored. Returns true
     * if the file was on the list.
     */
    drop(id: string): boolean {
      running.get(id)?.abort()
      const others = get().filter((upload) => upload.id !== id)
      if (others.length === get().length) return false
      set(others)
      return true
    },
    /**
     * Stops all uploads, because another organisation must not get them. Returns the unfinished
     * ones.
     */
    clear(): readonly Upload[] {
      const stopped = get().filter(({ state }) => state.name !== 'stored')
      for (const abort of running.values()) abort.abort()
      set([])
      return stopped
    },
  }
}

const isUnauthenticated = (error: unknown) => error instanceof AtriumError && error.status === 401
