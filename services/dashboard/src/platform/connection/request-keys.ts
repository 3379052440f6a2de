import { AtriumError } from '@atrium/sdk'
import { useState } from 'react'

/** A request with an unknown outcome: its content as JSON, and its key. */
export interface Attempt {
  readonly content: string
  readonly key: string
}

export type SendKeyed = <T>(content: unknown, send: (key: string) => Promise<T>) => Promise<T>

// A timeout, a request sent too early, and a rate limit: the same request may still succeed.
const passing: ReadonlySet<number> = new Set([408, 425, 429])

/** True if the platform has refused a request. In this case the request has had no effect. */
export const isAnswer = (error: unknown): boolean =>
  error instanceof AtriumError &&
  error.status >= 400 &&
  error.status < 500 &&
  !passing.has(error.status)

/**
 * Creates idempotency keys for requests. A request without a response keeps its key while its
 * content stays the same.
 */
export function createRequestKeys(
  read: () => Attempt | undefined,
  write: (attempt: Attempt | undefined) => void,
): SendKeyed {
  return async (content, send) => {
    const text = JSON.stringify(content)
    const last = read()
    const attempt = last?.content === text ? last : { content: text, key: crypto.randomUUID() }
    write(attempt)
    const forget = () => read()?.key === attempt.key && write(undefined)
    try {
      const answer = await send(attempt.key)
      forget()
      return answer
    } catch (error) {
      if (isAnswer(error)) forget()
      throw error
    }
  }
}

/**
 * Returns a function that sends a form's requests with keys. The keys last while the form is open.
 */
export function useRequestKeys(): SendKeyed {
  const [keyed] = useState(() => {
    let last: Attempt | undefined
    return createRequestKeys(
      () => last,
      (attempt) => {
        last = attempt
      },
    )
  })
  return keyed
}
