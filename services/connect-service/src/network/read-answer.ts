import type { z } from 'zod'
import { NetworkError } from './network-error.ts'

/**
 * Parses a network response with a schema. Throws a `NetworkError` if the response does not match:
 * `unknown` if the call creates something, else `retry`.
 */
export function readAnswer<S extends z.ZodType>(
  schema: S,
  json: unknown,
  creates = false,
): z.output<S> {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  throw new NetworkError(creates ? 'unknown' : 'retry', 'The network’s response could not be read')
}
