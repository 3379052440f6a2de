import type { z } from 'zod'
import { NetworkError } from './network-error.ts'

/**
 * A network's answer as a schema reads it. Throws a `NetworkError` when it cannot be read: to be tried again, or, of a
 * call that creates something, of unknown outcome.
 */
export function readAnswer<S extends z.ZodType>(
  schema: S,
  json: unknown,
  creates = false,
): z.output<S> {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  throw new NetworkError(
    creates ? 'unknown' : 'retry',
    'The network answered something that cannot be read',
  )
}
