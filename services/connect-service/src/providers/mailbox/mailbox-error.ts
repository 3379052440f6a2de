import { z } from 'zod'
import { errorReader } from '../../network/read-error.ts'

// Identity answers in the form of RFC 6749, the APIs with an object of their own.
const Words = z.union([
  z.object({ error: z.string(), error_description: z.string() }).transform((body) => body.error_description),
  z.object({ error: z.object({ message: z.string() }) }).transform((body) => body.error.message),
  z.object({ error: z.string() }).transform((body) => body.error),
])

/** Judged by its status. */
export const mailboxError = errorReader({
  stated({ status, json }) {
    const words = Words.safeParse(json).data
    if (status === 401) return { message: words }
    if (status === 429) return undefined
    if (status !== 403) return { class: 'retry' }
    return { class: 'blocked', message: `The account does not allow this: ${words ?? 'no reason given'}` }
  },
})
