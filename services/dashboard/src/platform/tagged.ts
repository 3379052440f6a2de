import { findEtag } from '@atrium/sdk'
import { queryOptions } from '@tanstack/react-query'

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
