const known = new WeakMap<object, string>()

export function rememberETag(answer: unknown, response: Response): void {
  const etag = response.headers.get('etag')
  if (etag !== null && typeof answer === 'object' && answer !== null) known.set(answer, etag)
}

/** The `ETag` with which the platform answered this record; undefined for a copy, or a record without versions. */
export const etagOf = (answer: object): string | undefined => known.get(answer)
