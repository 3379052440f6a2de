import type { Operation } from '@atrium/contracts'
import type { Hono } from 'hono'
import { authorise, noteUndeclared, type PrincipalOf } from '../authorise.ts'
import type { AppEnv } from '../environment.ts'
import { recordOperation } from '../list-operations.ts'
import { type PrincipalTokens, principalHeader } from '../principal-token.ts'
import { type Exchange, readHeader } from './exchange.ts'

/**
 * Mounts an operation that streams bytes without Hono. Checks its access before `handle` reads
 * anything.
 */
export function rawOperation<const O extends Operation>(
  app: Hono<AppEnv>,
  tokens: PrincipalTokens,
  operation: O,
  handle: (exchange: Exchange, principal: PrincipalOf<O['access']>) => Promise<void>,
): (exchange: Exchange) => Promise<void> {
  recordOperation(app, operation)
  return async (exchange) => {
    try {
      const token = readHeader(exchange.request, principalHeader)
      exchange.principal = token === undefined ? null : await tokens.verify(token)
      await handle(exchange, authorise<O['access']>(operation, exchange.principal))
    } catch (error) {
      throw noteUndeclared(operation, error)
    }
  }
}
