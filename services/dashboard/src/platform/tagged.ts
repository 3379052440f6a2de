/** A record with the version that was read; null where the platform names none. */
export type Tagged<T> = T & { readonly etag: string | null }

/** The record that a call answers, with its version. */
export async function tagged<T extends object>(
  call: (onHeaders: (headers: Headers) => void) => Promise<T>,
): Promise<Tagged<T>> {
  let etag: string | null = null
  const record = await call((headers) => {
    etag = headers.get('etag')
  })
  return { ...record, etag }
}
