import { AppError, type ErrorKind, type FieldError, statusOfKind } from '@atrium/contracts'
import { problemResponse } from '@atrium/http'
import { z } from 'zod'

const Refusal = z.object({ code: z.string().optional(), message: z.string().optional() })
type Refusal = z.output<typeof Refusal>

const kinds = new Map(
  Object.entries(statusOfKind).map(([kind, status]) => [status, kind as ErrorKind]),
)

/** Statuses with one fixed code for every reason (docs/reference/http.md). */
const fixedCodes: Partial<Record<ErrorKind, string>> = {
  forbidden: 'forbidden',
  not_found: 'not_found',
  too_large: 'payload_too_large',
  unsupported_media_type: 'unsupported_media_type',
  rate_limited: 'rate_limited',
}

/** Platform codes in docs/reference/http.md for some of better-auth's codes. */
const ours: Readonly<Record<string, string>> = {
  BAD_REQUEST: 'validation_failed',
  VALIDATION_ERROR: 'validation_failed',
  NO_ACTIVE_ORGANIZATION: 'no_active_org',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: 'last_owner',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: 'last_owner',
}

/** The platform's own error codes. They stay unchanged under every status. */
const ownCodes: ReadonlySet<string> = new Set([
  'ORGANISATION_LIMIT',
  'SENDER_NOT_VERIFIED',
  'MAIL_LIMIT',
])

/**
 * Turns an error response of better-auth into a problem (RFC 9457). `message` keeps better-auth's
 * message, and `reason` its code.
 */
export async function authProblem(answer: Response, requestId: string): Promise<Response> {
  const refusal = Refusal.safeParse(parsedJson(await answer.text())).data ?? {}
  const status = statusFor(answer.status, refusal)
  const kind = kinds.get(status) ?? 'invalid'
  const error = new AppError({
    kind,
    code: toCode(kind, refusal),
    message: refusal.message ?? titles[kind] ?? 'The request is not valid',
    details: toDetails(answer, kind, refusal),
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

/**
 * Errors with 400 or 401 in better-auth, but with another status on the platform's other routes.
 */
const ourStatus: ReadonlyArray<readonly [RegExp, ErrorKind]> = [
  // The user is signed in but lacks the right.
  [/^(?:YOU_ARE_NOT_ALLOWED_|USER_IS_NOT_A_MEMBER_)/, 'forbidden'],
  [/^YOU_CANNOT_LEAVE_THE_ORGANIZATION_/, 'conflict'],
  [/^MEMBER_NOT_FOUND$/, 'not_found'],
]

function statusFor(status: number, { code = '' }: Refusal): number {
  if (status !== 400 && status !== 401) return status
  const kind = ourStatus.find(([form]) => form.test(code))?.[1]
  return kind === undefined ? status : statusOfKind[kind]
}

const titles: Partial<Record<ErrorKind, string>> = {
  unauthenticated: 'Sign in first',
  forbidden: 'You are not allowed to do this. Ask an owner or admin for help.',
  not_found: 'Not found',
  rate_limited: 'Too many requests',
}

function toCode(kind: ErrorKind, { code }: Refusal): string {
  if (kind === 'unauthenticated') {
    return code?.startsWith('INVALID_') === true ? 'invalid_credentials' : 'unauthenticated'
  }
  if (code !== undefined && ownCodes.has(code)) return code.toLowerCase()
  if (code === undefined) return fixedCodes[kind] ?? 'validation_failed'
  return fixedCodes[kind] ?? ours[code] ?? code.toLowerCase()
}

function toDetails(answer: Response, kind: ErrorKind, { code, message = '' }: Refusal) {
  const seconds = Number(answer.headers.get('x-retry-after'))
  const errors = code === 'VALIDATION_ERROR' ? invalidFields(message) : []
  return {
    ...(kind === 'rate_limited' && seconds > 0 ? { retryAfterSeconds: seconds } : {}),
    ...(errors.length > 0 ? { errors } : {}),
  }
}

/**
 * Reads the invalid fields from a message. better-auth writes `[body.email] …; [body.name] …`, and
 * our hooks write `email: …`.
 */
function invalidFields(message: string): FieldError[] {
  const bracketed = [...message.matchAll(/\[(?:body\.|query\.)?([\w.]+)\] ([^;]+)/g)]
  const found = bracketed.length > 0 ? bracketed : [...message.matchAll(/^([\w.]+): (.+)$/g)]
  return found.map(([, path = '', message = '']) => ({ path, message }))
}

/** Parses JSON. Returns undefined if the text is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
