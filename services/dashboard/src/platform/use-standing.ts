import { useState } from 'react'

/**
 * Keeps the error of a query without data during a retry. Otherwise the page would jump back to its
 * skeleton.
 */
export function useStanding({ data, error }: { data: unknown; error: unknown }): {
  readonly error: unknown
  readonly isPending: boolean
} {
  const [held, setHeld] = useState<unknown>(null)
  const now = data === undefined ? (error ?? held) : null
  if (now !== held) setHeld(now)
  return { error: now, isPending: data === undefined && now === null }
}
