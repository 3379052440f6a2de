import { type ApiKeyScope, apiKeyScopes } from '@atrium/contracts'

/** The access of a key beside its role: everything, only read, or chosen areas. */
export type KeyAccess = 'all' | 'read' | 'areas'

export const accessChoices = [
  { value: 'all', label: 'Everything that its role may' },
  { value: 'read', label: 'Read everything, change nothing' },
  { value: 'areas', label: 'Chosen areas' },
] as const

const words = { read: 'read', write: 'read and change' } as const

/** A scope of one area in words, such as "Board: read". */
export function scopeLabel(scope: ApiKeyScope): string {
  if (scope === 'read') return 'reads everything'
  if (scope === 'write') return 'reads and changes everything'
  const [area = '', kind] = scope.split(':')
  return `${area.charAt(0).toUpperCase()}${area.slice(1)}: ${kind === 'read' ? words.read : words.write}`
}

/** The scopes of single areas, for a choice. */
export const areaChoices = apiKeyScopes
  .filter((scope) => scope.includes(':'))
  .map((value) => ({ value, label: scopeLabel(value) }))

/** The scopes of a key; null for one that may do whatever its role may. */
export const toScopes = (
  access: KeyAccess,
  chosen: readonly ApiKeyScope[],
): ApiKeyScope[] | null => (access === 'all' ? null : access === 'read' ? ['read'] : [...chosen])

/** The access that the scopes of a key amount to. */
export function toAccess(scopes: readonly ApiKeyScope[] | null | undefined): {
  access: KeyAccess
  scopes: ApiKeyScope[]
} {
  if (scopes == null || scopes.includes('write')) return { access: 'all', scopes: [] }
  if (scopes.length === 1 && scopes[0] === 'read') return { access: 'read', scopes: [] }
  return { access: 'areas', scopes: [...scopes] }
}

/** When an API key may end, in days; none for `0`. */
export const keyLifetimes = [
  { value: '0', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

export const keyDaySeconds = 86_400
