import { AtriumError, findEtag } from '@atrium/sdk'
import { queryOptions } from '@tanstack/react-query'

/** True if the record has changed since this page read it. */
export const isConflict = (error: unknown): boolean =>
  error instanceof AtriumError && error.status === 412

/** A record with its version. Null if the platform names no version. */
export type Tagged<T> = T & { readonly etag: string | null }

export async function tagged<T extends object>(call: Promise<T>): Promise<Tagged<T>> {
  const record = await call
  return { ...record, etag: findEtag(record) ?? null }
}

export const taggedQuery =
  <T extends object>(
    kind: string,
    read: (id: string, options: { signal: AbortSignal }) => Promise<T>,
  ) =>
  (id: string) =>
    queryOptions({
      queryKey: [kind, 'one', id],
      queryFn: ({ signal }) => tagged(read(id, { signal })),
    })

export type TaggedQuery<T extends object> = ReturnType<typeof taggedQuery<T>>

/**
 * Remembers the version of the settings on the page. A running change copies the cached settings,
 * and the copy has no version.
 */
export function createVersionMemory<Settings extends object>() {
  let version: string | undefined
  return {
    note: (settings: Settings): Settings => {
      version = findEtag(settings)
      return settings
    },
    /**
     * Returns the options for a change. With them the change throws 412 if the settings have
     * changed since the page read them.
     */
    options: () => (version === undefined ? {} : { ifMatch: version }),
  }
}
