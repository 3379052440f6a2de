const etagByAnswer = new WeakMap<object, string>()

/** Keeps the response’s `ETag` for `findEtag`, without changing the record. */
export function rememberETag(answer: unknown, response: Response): void {
  const etag = response.headers.get('etag')
  if (etag !== null && typeof answer === 'object' && answer !== null) etagByAnswer.set(answer, etag)
}

/**
 * Returns the `ETag` that came with this record. Undefined for a copy, or if the record has no
 * versions.
 */
export const findEtag = (answer: object): string | undefined => etagByAnswer.get(answer)
