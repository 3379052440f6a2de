import { valueIn } from './read-environment.ts'
import type { Env, Variable, VariableTable } from './variable.ts'

// Values from the stand-ins and the documentation. Anyone with the sources knows them.
const knownValue =
  /^(?:(?:sk_test_sandbox|atrium|atrium-secret)$|whsec_sandbox_|sandbox-|change-?me)|a long random text/i

/**
 * Returns a sentence for each production secret with a value from the public source code, because
 * such a secret protects nothing.
 */
export function knownKeys(table: VariableTable, env: Env): string[] {
  if (!['NODE_ENV', 'APP_ENV'].some((name) => env[name]?.trim() === 'production')) return []
  return Object.entries(table).flatMap(([name, { kind, type, unread }]) => {
    const value = kind === 'secret' && !unread ? valueIn(env, name) : undefined
    return value !== undefined && secretsIn(type, value).some((secret) => knownValue.test(secret))
      ? [`${name} is a well-known development key, which production refuses`]
      : []
  })
}

/** Returns the key itself, or the passwords in an address. */
function secretsIn(type: Variable['type'], value: string): string[] {
  if (type !== 'databaseUrl' && type !== 'natsUrl') return [value]
  const addresses = type === 'natsUrl' ? value.split(',').map((server) => server.trim()) : [value]
  return addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address).password] : []))
}
