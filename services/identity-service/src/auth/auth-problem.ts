import { AppError, type ErrorKind, type FieldError, statusOfKind } from '@atrium/contracts'
import { problemResponse } from '@atrium/http'
import { z } from 'zod'

const Refusal = z.object({ code: z.string().optional(), message: z.string().optional() })
type Refusal = z.output<typeof Refusal>

const kinds = new Map(Object.entries(statusOfKind).map(([kind, status]) => [status, kind as ErrorKind]))

/** The codes that docs/reference/http.md fixes for a status, whatever the reason is. */
const fixedCodes: Partial<Record<ErrorKind, string>> = {
  forbidden: 'forbidden',
  not_found: 'not_found',
  too_large: 'payload_too_large',
  unsupported_media_type: 'unsupported_media_type',
  rate_limited: 'rate_limited',
}

/** Those of better-auth's codes that have a name of their own in docs/reference/http.md. */
const ours: Readonly<Record<string, string>> = {
  BAD_REQUEST: 'validation_failed',
  VALIDATION_ERROR: 'validation_failed',
  NO_ACTIVE_ORGANIZATION: 'no_active_org',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: 'last_owner',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: 'last_owner',
}

/** Our own refusals, which keep their code whatever their status is. */
const ownCodes: ReadonlySet<string> = new Set(['ORGANISATION_LIMIT', 'SENDER_NOT_VERIFIED', 'MAIL_LIMIT'])

/** A refusal of better-auth's as a problem (RFC 9457), with its own words in `message` and code in `reason`. */
export async function authProblem(answer: Response, requestId: string): Promise<Response> {
  const refusal = Refusal.safeParse(parsedJson(await answer.text())).data ?? {}
  const status = statusFor(answer.status, refusal)
  const kind = kinds.get(status) ?? 'invalid'
  const error = new AppError({
    kind,
    code: codeOf(kind, refusal),
    message: refusal.message ?? titleOf[kind] ?? 'The request is not valid',
    details: detailsOf(answer, kind, refusal),
  })
  const problem = problemResponse(error, requestId)
  const { message, code: reason } = refusal
  const body = { ...((await problem.json()) as object), status, message, reason }
  const headers = new Headers(problem.headers)
  for (const cookie of answer.headers.getSetCookie()) headers.append('set-cookie', cookie)
  const wait = answer.headers.get('x-retry-after')
  if (wait !== null) headers.set('x-retry-after', wait)
  return new Response(JSON.stringify(body), { status, headers })
}

/** The refusals of better-auth with 400 or 401 for which every other route of the platform has another status. */
const ourStatus: ReadonlyArray<readonly [RegExp, ErrorKind]> = [
  // Signed in, and may not.
  [/^(?:YOU_ARE_NOT_ALLOWED_|USER_IS_NOT_A_MEMBER_)/, 'forbidden'],
  [/^YOU_CANNOT_LEAVE_THE_ORGANIZATION_/, 'conflict'],
  [/^MEMBER_NOT_FOUND$/, 'not_found'],
]

function statusFor(status: number, { code = '' }: Refusal): number {
  if (status !== 400 && status !== 401) return status
  const kind = ourStatus.find(([form]) => form.test(code))?.[1]
  return kind === undefined ? status : statusOfKind[kind]
}

const titleOf: Partial<Record<ErrorKind, string>> = {
  unauthenticated: 'Sign in first',
  forbidden: 'Not allowed',
  not_found: 'Not found',
  rate_limited: 'Too many requests',
}

function codeOf(kind: ErrorKind, { code }: Refusal): string {
  if (kind === 'unauthenticated') {
    return code?.startsWith('INVALID_') === true ? 'invalid_credentials' : 'unauthenticated'
  }
  if (code !== undefined && ownCodes.has(code)) return code.toLowerCase()
  if (code === undefined) return fixedCodes[kind] ?? 'validation_failed'
  return fixedCodes[kind] ?? ours[code] ?? code.toLowerCase()
}

function detailsOf(answer: Response, kind: ErrorKind, { code, message = '' }: Refusal) {
  const seconds = Number(answer.headers.get('x-retry-after'))
  const errors = code === 'VALIDATION_ERROR' ? invalidFields(message) : []
  return {
    ...(kind === 'rate_limited' && seconds > 0 ? { retryAfterSeconds: seconds } : {}),
    ...(errors.length > 0 ? { errors } : {}),
  }
}

/** The fields that better-auth names as `[body.email] …; [body.name] …`, and our hooks as `email: …`. */
function invalidFields(message: string): FieldError[] {
  const bracketed = [...message.matchAll(/\[(?:body\.|query\.)?([\w.]+)\] ([^;]+)/g)]
  const found = bracketed.length > 0 ? bracketed : [...message.matchAll(/^([\w.]+): (.+)$/g)]
  return found.map(([, path = '', message = '']) => ({ path, message }))
}

/** The value of a JSON text; undefined for any other text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
