import { z } from 'zod'
import type { FailureClass, NetworkError } from '../../network/network-error.ts'
import { parsedJson } from '../../network/parsed-json.ts'
import { errorReader } from '../../network/read-error.ts'
import { mediaFailure } from './media-subcodes.ts'

// Of a part that is not the one that is due; an object, or the same as a text.
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

// A proxy or another version may write a number as a text, or null for a missing field.
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

/** The class of an error of the graph API, by its code and never by its words. */
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

/** The meanings of the subcodes of a refused token; the network's own words follow. */
const meanings: Readonly<Record<number, string>> = {
  460: 'The password of the account was changed',
  463: 'The connection has expired',
}

/** The rate that a refusal reports as used up. Code 4 is the app's own limit, which every account shares. */
function usedUp(code: number, status: number): NetworkError['usedUp'] {
  if (status !== 429 && code === 4) return 'app'
  return status === 429 || rateCodes.has(code) || (code >= 80_000 && code < 81_000)
    ? 'account'
    : undefined
}

/** A body with an error is an error, whatever its status. */
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
      // By the status the rate is used up, whatever the code in the body.
      code: status === 429 ? 429 : code,
      message: tokenInvalid && meaning !== undefined ? `${meaning}: ${message}` : message,
      tokenInvalid,
      retryAfter: media?.retryAfter,
      usedUp: usedUp(code, status),
      resumeAt: data?.start_offset,
    }
  },
})
