import { APIError, getSessionFromCtx } from 'better-auth/api'
import { z } from 'zod'

type SessionSource = Parameters<typeof getSessionFromCtx>[0]

/** The parts of a better-auth request read by a hook. */
export type HookContext = Pick<SessionSource, 'path' | 'body' | 'query' | 'request'>

/** Returns an error in better-auth's own format, `{ code, message }`. */
export const refuse = (
  status:
    | 'BAD_REQUEST'
    | 'UNAUTHORIZED'
    | 'PAYMENT_REQUIRED'
    | 'FORBIDDEN'
    | 'NOT_FOUND'
    | 'CONFLICT'
    | 'TOO_MANY_REQUESTS',
  code: string,
  message: string,
  waitSeconds?: number,
): APIError =>
  new APIError(
    status,
    { code, message },
    waitSeconds === undefined ? {} : { 'x-retry-after': String(waitSeconds) },
  )

/** A URL to load or link to. An empty text means none, as better-auth's own pages send it. */
export const WebAddress = z.union([
  z.literal(''),
  z.url({ protocol: /^https?$/, error: 'Use an address that begins with https://' }).max(2_048),
])

const Session = z.object({
  user: z.object({ id: z.string(), email: z.string(), emailVerified: z.boolean() }),
  session: z.object({ id: z.string(), activeOrganizationId: z.string().nullish() }),
})

/** Returns the signed-in caller of a hooked route. Throws 401. */
export async function requireCaller(context: HookContext) {
  const found = await getSessionFromCtx(context as SessionSource)
  const session = Session.safeParse(found)
  if (!session.success) throw refuse('UNAUTHORIZED', 'UNAUTHORIZED', 'Sign in first')
  const { id, email, emailVerified } = session.data.user
  return {
    sessionId: session.data.session.id,
    userId: id,
    email,
    emailVerified,
    activeOrgId: session.data.session.activeOrganizationId ?? undefined,
  }
}

/** Returns the org in the request, or else the caller's active org. Throws 400 if there is none. */
export function requireOrgId(
  named: string | undefined,
  caller: { activeOrgId: string | undefined },
): string {
  const orgId = named ?? caller.activeOrgId
  if (orgId !== undefined) return orgId
  throw refuse(
    'BAD_REQUEST',
    'NO_ACTIVE_ORGANIZATION',
    'No organisation is active. Choose one first.',
  )
}

/** Parses a body or query before better-auth does. Throws 400 and names the first invalid field. */
export function parseOrRefuse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const path = issue?.path.map(String).join('.')
  throw refuse(
    'BAD_REQUEST',
    'VALIDATION_ERROR',
    `${path ? `${path}: ` : ''}${issue?.message ?? 'Not valid'}`,
  )
}
