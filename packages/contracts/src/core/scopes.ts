import { z } from 'zod'
import type { Operation } from './operation.ts'

/** The areas for scopes, with their operations' tags. */
export const scopeAreas = {
  board: ['Board', 'Quotes', 'Support'],
  posts: ['Posts'],
  sites: ['Sites'],
  assets: ['Assets'],
  channels: ['Connect'],
  invoicing: ['Invoicing', 'Estimates', 'Customers', 'Schedules', 'Bank', 'Accounting', 'Payments'],
  offers: ['Offers'],
  tickets: ['Tickets'],
  billing: ['Credits', 'Entitlements'],
  workflows: ['Workflows', 'Skills'],
  webhooks: ['Webhooks'],
  agents: ['Agent runs'],
  organisation: ['Identity', 'Audit', 'Assistants'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type ScopeArea = keyof typeof scopeAreas

const areas = Object.keys(scopeAreas) as ScopeArea[]

/**
 * Every scope of an API key: `read` and `write` cover all areas, `<area>:read` and `<area>:write`
 * cover one. `write` includes `read`.
 */
export const apiKeyScopes = [
  'read',
  'write',
  ...areas.flatMap((area) => [`${area}:read`, `${area}:write`] as const),
] as const

export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** An API key's scopes: at least one, each once. */
export const ApiKeyScopes = z
  .array(z.enum(apiKeyScopes))
  .min(1)
  .max(apiKeyScopes.length)
  .refine((scopes) => new Set(scopes).size === scopes.length, 'Name each scope once')

/**
 * Returns an operation's area. Undefined if the operation spans areas, because then only `read` and
 * `write` allow it.
 */
export const findScopeArea = ({ tag }: Pick<Operation, 'tag'>): ScopeArea | undefined =>
  areas.find((area) => (scopeAreas[area] as readonly string[]).includes(tag))

/**
 * Returns the scopes for an operation. Any one is enough. An operation needs `write` if it changes
 * something, even if it is a GET.
 */
export function scopesFor(operation: Pick<Operation, 'tag' | 'method' | 'changes'>): string[] {
  const area = findScopeArea(operation)
  const kinds =
    operation.method === 'get' && operation.changes !== true ? ['read', 'write'] : ['write']
  return [...kinds, ...(area === undefined ? [] : kinds.map((kind) => `${area}:${kind}`))]
}
