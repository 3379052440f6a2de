import { etagOf } from '@atrium/sdk'

/** A record with the version that was read; null where the platform names none. */
export type Tagged<T> = T & { readonly etag: string | null }

/** The record that a call answers, with its version. */
export async function tagged<T extends object>(call: Promise<T>): Promise<Tagged<T>> {
  const record = await call
  return { ...record, etag: etagOf(record) ?? null }
}
