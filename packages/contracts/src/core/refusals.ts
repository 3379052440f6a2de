import { type AppError, statusOfKind } from '../errors/app-error.ts'
import { commonErrors } from '../errors/common.ts'
import * as tables from '../errors/tables.ts'
import type { Operation } from './operation.ts'

type Factories = Readonly<Record<string, () => AppError>>

const errors = new Map(
  [commonErrors, ...Object.values(tables)].flatMap((table) =>
    Object.entries(table as unknown as Factories).flatMap(([code, make]) =>
      typeof make === 'function' ? [[code, make()] as const] : [],
    ),
  ),
)

/**
 * Returns the error for a code with its usual message. Undefined if no error table has the code.
 */
export const errorOfCode = (code: string): AppError | undefined => errors.get(code)

function commonCodes(operation: Operation): string[] {
  const { access, params, query, headers, body, rawBody, idempotent } = operation
  const takesInput = params ?? query ?? headers ?? body ?? rawBody
  const needsOrg = access === 'org' || access === 'admin' || access === 'owner'
  return [
    ...(takesInput === undefined ? [] : ['validation_failed']),
    ...(needsOrg ? ['no_active_org'] : []),
    ...(access === 'public' ? [] : ['unauthenticated', 'invalid_credentials', 'forbidden']),
    ...(params === undefined ? [] : ['not_found']),
    ...(body === undefined && rawBody === undefined ? [] : ['payload_too_large']),
    ...(idempotent === true ? ['idempotency_key_reused'] : []),
    'rate_limited',
    'unavailable',
  ]
}

/** Returns an operation's error codes by status: its declared codes and those for its kind. */
export function groupRefusals(operation: Operation): ReadonlyMap<number, readonly string[]> {
  const byStatus = new Map<number, string[]>()
  for (const code of new Set([...commonCodes(operation), ...(operation.errors ?? [])])) {
    const error = errors.get(code)
    if (error === undefined)
      throw new Error(`${operation.id} declares ${code}, which stands in no table`)
    const status = statusOfKind[error.kind]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}
