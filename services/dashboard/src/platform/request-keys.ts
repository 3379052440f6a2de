import { AtriumError } from '@atrium/sdk'
import { useState } from 'react'

/** A request whose outcome is not known yet: its content as JSON, and its key. */
export interface Attempt {
  readonly content: string
  readonly key: string
}

export type SendKeyed = <T>(content: unknown, send: (key: string) => Promise<T>) => Promise<T>

// A time limit, a request that came too early, and one too many: the platform may still answer the same request.
const passing: ReadonlySet<number> = new Set([408, 425, 429])

/** Whether an error is the platform's answer to a request, so that the request has had no effect. */
export const isAnswer = (error: unknown): boolean =>
  error instanceof AtriumError &&
  error.status >= 400 &&
  error.status < 500 &&
  !passing.has(error.status)

/** Keys of requests that have an effect once: an unanswered one keeps its key while its content is the same. */
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

/** The keys of a form's requests, while it is open. */
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
