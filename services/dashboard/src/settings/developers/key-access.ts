import { type ApiKeyScope, apiKeyScopes } from '@atrium/contracts'

/** What a key can do within its role: everything, only read, or selected areas. */
export type KeyAccess = 'all' | 'read' | 'areas'

export const accessChoices = [
  { value: 'all', label: 'Everything that its role may' },
  { value: 'read', label: 'Read everything, change nothing' },
  { value: 'areas', label: 'Chosen areas' },
] as const

const words = { read: 'read', write: 'read and change' } as const

/** Describes a scope, for example "Board: read". */
export function scopeLabel(scope: ApiKeyScope): string {
  if (scope === 'read') return 'reads everything'
  if (scope === 'write') return 'reads and changes everything'
  const [area = '', kind] = scope.split(':')
  return `${area.charAt(0).toUpperCase()}${area.slice(1)}: ${kind === 'read' ? words.read : words.write}`
}

/** The scopes that cover a single area, as options. */
export const areaChoices = apiKeyScopes
  .filter((scope) => scope.includes(':'))
  .map((value) => ({ value, label: scopeLabel(value) }))

/** Returns the scopes of a key, or null if the key can do everything its role can. */
export const toScopes = (
  access: KeyAccess,
  chosen: readonly ApiKeyScope[],
): ApiKeyScope[] | null => (access === 'all' ? null : access === 'read' ? ['read'] : [...chosen])

/** Returns the access that a key's scopes allow. */
export function toAccess(scopes: readonly ApiKeyScope[] | null | undefined): {
  access: KeyAccess
  scopes: ApiKeyScope[]
} {
  if (scopes == null || scopes.includes('write')) return { access: 'all', scopes: [] }
  if (scopes.length === 1 && scopes[0] === 'read') return { access: 'read', scopes: [] }
  return { access: 'areas', scopes: [...scopes] }
}

/** The lifetimes of an API key in days. `0` means it never expires. */
export const keyLifetimes = [
  { value: '0', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

export const keyDaySeconds = 86_400
