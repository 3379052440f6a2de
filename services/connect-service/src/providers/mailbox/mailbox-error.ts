import { z } from 'zod'
import { errorReader, wordsIn } from '../../network/read-error.ts'

// The identity API sends errors as in RFC 6749. The other APIs send an object of their own.
const Described = z.object({ error: z.string(), error_description: z.string() })

export const mailboxError = errorReader({
  stated({ status, json }) {
    const words = Described.safeParse(json).data?.error_description ?? wordsIn(json, 'error')
    if (status === 401) return { message: words }
    if (status === 429) return undefined
    if (status !== 403) return { class: 'retry' }
    return {
      class: 'blocked',
      message: `The account does not allow this: ${words ?? 'no reason given'}`,
    }
  },
})
