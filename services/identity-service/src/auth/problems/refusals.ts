import { asDatabaseError, isDatabaseAway } from '@atrium/database'
import { z } from 'zod'
import { organizationLimit } from '../../guards/organization-limit.ts'
import { parsedJson } from './auth-problem.ts'

interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

const badRequest: Refusal = {
  status: 400,
  code: 'BAD_REQUEST',
  message: 'The request is not valid',
}

/**
 * The error response for each constraint of our schema. It uses better-auth's code if there is one.
 */
const ofConstraint: Readonly<Record<string, Refusal>> = {
  organization_slug_key: {
    status: 400,
    code: 'ORGANIZATION_ALREADY_EXISTS',
    message: 'Organization already exists',
  },
  member_last_owner: {
    status: 409,
    code: 'LAST_OWNER',
    message: 'An organisation needs an owner. Make somebody else an owner first.',
  },
  invitation_limit: {
    status: 409,
    code: 'INVITATION_LIMIT_REACHED',
    message: 'An organisation can have at most 100 open invitations. Cancel one first.',
  },
  invitation_mails: {
    status: 429,
    code: 'RATE_LIMITED',
    message: 'You can invite the same address at most 5 times in 24 hours. Try again tomorrow.',
  },
  organization_limit: organizationLimit,
  invitation_right: {
    status: 403,
    code: 'YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION',
    message: 'Only owners and admins can invite people',
  },
  invitation_void: { status: 400, code: 'INVITATION_NOT_FOUND', message: 'Invitation not found' },
}

// SQLSTATE classes for bad values: data exception, integrity violation, program limit exceeded.
const refusedValue = /^(22|23|54)/

/**
 * Returns the error response if the client's input caused the error. Rethrows every other error,
 * and throws 503 if the database is down.
 */
export function toRefusal(error: unknown): Response {
  if (isDatabaseAway(error)) throw asDatabaseError(error)
  const sqlState = readText(error, 'code')
  const caller = (sqlState !== undefined && refusedValue.test(sqlState)) || isInputError(error)
  if (!caller) throw error
  const refusal = ofConstraint[readText(error, 'constraint') ?? ''] ?? badRequest
  return refused(refusal, refusal.status === 429 ? readText(error, 'detail') : undefined)
}

// better-auth sends 500 if a passkey does not verify or is registered already, but the client
// caused it.
const faults: ReadonlySet<string> = new Set(['FAILED_TO_VERIFY_REGISTRATION'])
const Answered = z.object({ code: z.string(), message: z.string().optional() })

/**
 * Returns the 4xx response to send instead of better-auth's 500. Returns undefined if the 500 is
 * right.
 */
export async function faultOfCaller(answer: Response): Promise<Response | undefined> {
  const { data } = Answered.safeParse(parsedJson(await answer.clone().text()))
  if (data === undefined || !faults.has(data.code)) return undefined
  return refused({ ...badRequest, ...data, message: data.message ?? badRequest.message })
}

/** Returns an error response in better-auth's own format. `wait` is in seconds. */
export const refused = ({ status, code, message }: Refusal, wait?: string): Response =>
  Response.json(
    { code, message },
    { status, headers: wait === undefined ? {} : { 'x-retry-after': wait } },
  )

const readText = (error: unknown, name: 'code' | 'constraint' | 'detail'): string | undefined => {
  const value: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  return typeof value === 'string' ? value : undefined
}

// An unknown field or operator name, or a token that does not parse.
const isInputError = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'BetterAuthError' || error.name === 'ZodError')
