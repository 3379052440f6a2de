import {
  AppError,
  type CallerCredentials,
  commonErrors,
  type Principal,
  type ResolvedPrincipal,
  ResolvePrincipals,
} from '@atrium/contracts'
import { type Bus, callRpc } from '@atrium/messaging'
import { type RequestContext, withRequestContext } from '@atrium/telemetry'
import DataLoader from 'dataloader'
import type { Credentials } from './credentials.ts'

/**
 * Asks identity who the caller is. Nothing is cached, so a revoked credential is rejected on the
 * next request. Throws `invalid_credentials` (401), and `unavailable` (503) if identity does not
 * respond.
 */
export type ResolvePrincipal = (
  credentials: Exclude<Credentials, { kind: 'none' }>,
  context: RequestContext,
) => Promise<Principal>

interface Question {
  readonly credentials: CallerCredentials
  readonly context: RequestContext
}

/**
 * Batches one event loop turn's requests in one message, because single messages cost several times
 * as much. The message carries the first request's id.
 */
export function createPrincipalResolver(bus: Bus): ResolvePrincipal {
  const loader = new DataLoader((questions: readonly Question[]) => ask(bus, questions), {
    cache: false,
    maxBatchSize: 100,
    batchScheduleFn: setImmediate,
  })
  return async (credentials, context) => {
    const resolved = await loader.load({
      credentials: toProof(credentials),
      context,
    })
    if (resolved.outcome !== 'authenticated') throw commonErrors.invalid_credentials()
    return resolved.principal
  }
}

function toProof(credentials: Exclude<Credentials, { kind: 'none' }>): CallerCredentials {
  switch (credentials.kind) {
    case 'session':
      return { sessionCookie: credentials.cookie }
    case 'api-key':
      return { apiKey: credentials.key }
    case 'access-token':
      return { accessToken: credentials.token }
  }
}

async function ask(bus: Bus, questions: readonly Question[]): Promise<ResolvedPrincipal[]> {
  const [first] = questions
  if (first === undefined) return []
  const { context } = first
  const credentials = questions.map((question) => question.credentials)
  try {
    const { resolved } = await withRequestContext(context, () =>
      callRpc(bus, ResolvePrincipals, { credentials }),
    )
    return resolved
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'unavailable')) {
      bus.logger.error({ err: error, requestId: context.requestId }, 'identity failed')
    }
    throw commonErrors.unavailable({ cause: error, details: { retryAfterSeconds: 2 } })
  }
}
