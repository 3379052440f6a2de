import { useState } from 'react'

/**
 * The error of a query without data, held while it is asked again: the page keeps its error in place instead of jumping
 * between it and the skeleton.
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
