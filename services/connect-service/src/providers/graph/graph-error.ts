import { z } from 'zod'
import type { FailureClass, NetworkError } from '../../network/network-error.ts'
import { parsedJson } from '../../network/parsed-json.ts'
import { errorReader } from '../../network/read-error.ts'
import { mediaFailure } from './media-subcodes.ts'

// Sent if a part is not the expected one. The value is an object, or the same object as JSON text.
const Offset = z.object({
  start_offset: z.coerce.number().int().min(0).optional().catch(undefined),
})
const ErrorData = z
  .union([
    Offset,
    z
      .string()
      .max(2_000)
      .transform((text) => parsedJson(text))
      .pipe(Offset),
  ])
  .optional()
  .catch(undefined)

// A proxy or another API version may send a number as text, or null for a missing field.
const ErrorBody = z.object({
  error: z.object({
    message: z.string().catch('No reason given'),
    code: z.coerce.number().catch(0),
    error_subcode: z.coerce.number().optional().catch(undefined),
    error_user_msg: z.string().nullish().catch(null),
    error_data: ErrorData,
    is_transient: z.boolean().optional().catch(undefined),
  }),
})

const rateCodes = new Set([4, 17, 32, 341, 613])
const contentCodes = new Set([100, 506, 1500, 1609005])

/** Returns the class by the code, else by the status. The message never decides. */
function classOfCode(code: number, status: number, transient: boolean): FailureClass {
  if (code === 190 || code === 102) return 'reconnect'
  if (rateCodes.has(code) || (code >= 80_000 && code <= 80_014)) return 'retry'
  if (code === 368) return 'blocked'
  if (code === 3 || code === 10 || (code >= 200 && code <= 299)) return 'reconnect'
  if (contentCodes.has(code)) return 'fix_content'
  if (code === 1 || code === 2 || transient) return 'retry'
  if (status === 401) return 'reconnect'
  if (status === 429 || status >= 500) return 'retry'
  return 'fix_content'
}

/** Explains the subcodes of a refused token. The network's own message follows. */
const meanings: Readonly<Record<number, string>> = {
  460: 'The account’s password was changed',
  463: 'The connection has expired',
}

/** Returns the exhausted rate limit. Code 4 is the app's own limit, which all accounts share. */
function usedUp(code: number, status: number): NetworkError['usedUp'] {
  if (status !== 429 && code === 4) return 'app'
  return status === 429 || rateCodes.has(code) || (code >= 80_000 && code < 81_000)
    ? 'account'
    : undefined
}

/** Reads errors of the graph API. A body with an error is an error even if the status is 2xx. */
export const graphError = errorReader({
  success: 'no stated error',
  stated({ status, json }) {
    const body = ErrorBody.safeParse(json).data
    if (body === undefined) return undefined
    const {
      code,
      error_subcode: subcode,
      error_user_msg: userMessage,
      error_data: data,
      ...error
    } = body.error
    const tokenInvalid = code === 190 || code === 102 || (status === 401 && code === 0)
    const message = userMessage || error.message
    const meaning = meanings[subcode ?? 0]
    const media = mediaFailure(subcode)
    return {
      class: media?.class ?? classOfCode(code, status, error.is_transient === true),
      // After a 429 the rate limit is used up even if the body has another code.
      code: status === 429 ? 429 : code,
      message: tokenInvalid && meaning !== undefined ? `${meaning}: ${message}` : message,
      tokenInvalid,
      retryAfter: media?.retryAfter,
      usedUp: usedUp(code, status),
      resumeAt: data?.start_offset,
    }
  },
})
