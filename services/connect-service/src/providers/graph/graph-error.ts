import { z } from 'zod'
import type { NetworkAnswer } from '../../network/call-network.ts'
import { type FailureClass, NetworkError } from '../../network/network-error.ts'
import { scrub } from '../../network/scrub.ts'
import { mediaFailure } from './media-subcodes.ts'

// Of a part that is not the one that is due; an object, or the same as a text.
const Offset = z.looseObject({ start_offset: z.coerce.number().int().min(0).optional().catch(undefined) })
const ErrorData = z
  .union([Offset, z.string().max(2_000).transform(parsedJson).pipe(Offset)])
  .optional()
  .catch(undefined)

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// A proxy or another version may write a number as a text, or null for what there is none of.
const ErrorBody = z.object({
  error: z.looseObject({
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

/** What an error of the graph API means, by its code and never by its words (design page "providers"). */
export function classOfCode(code: number, status: number, transient: boolean): FailureClass {
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

/** What the subcodes of a refused token mean; the network's own words follow. */
const meanings: Readonly<Record<number, string>> = {
  460: 'The password of the account was changed',
  463: 'The connection has expired',
}

/** The error in an answer, or undefined for a success. `secrets` are taken out of the network's words. */
export function graphError(
  answer: NetworkAnswer,
  creates: boolean,
  secrets: readonly (string | undefined)[],
): NetworkError | undefined {
  const parsed = ErrorBody.safeParse(answer.json)
  if (parsed.success) {
    const {
      code,
      error_subcode: subcode,
      message,
      error_user_msg,
      is_transient,
      error_data,
    } = parsed.data.error
    const tokenInvalid = code === 190 || code === 102 || (answer.status === 401 && code === 0)
    const said = scrub(error_user_msg || message, secrets)
    const meaning = meanings[subcode ?? 0]
    const media = mediaFailure(subcode)
    const kind = media?.class ?? classOfCode(code, answer.status, is_transient === true)
    const retryAfter = Number(answer.headers['retry-after']) || (media?.retryAfter ?? 0)
    return new NetworkError({
      class: kind,
      // By the status the rate is used up, whatever the code in the body.
      code: answer.status === 429 ? 429 : code,
      message: tokenInvalid && meaning !== undefined ? `${meaning}: ${said}` : said,
      tokenInvalid,
      retryAfter: retryAfter > 0 ? retryAfter : undefined,
      resumeAt: error_data?.start_offset,
    })
  }
  if (answer.status >= 200 && answer.status < 300 && answer.json !== undefined) return undefined
  if (answer.status === 401) {
    return new NetworkError({
      class: 'reconnect',
      code: 401,
      tokenInvalid: true,
      message: 'The network refused the token',
    })
  }
  if (answer.status === 429) {
    const retryAfter = Number(answer.headers['retry-after']) || undefined
    return new NetworkError({ class: 'retry', code: 429, message: 'The network asks to wait', retryAfter })
  }
  // Neither a success nor an error body: whether it took effect cannot be known.
  return new NetworkError({
    class: creates ? 'unknown' : 'retry',
    code: answer.status,
    message: `The network answered ${answer.status} with something that cannot be read`,
  })
}
