import { valueIn } from './read-environment.ts'
import type { Env } from './variable.ts'
import { type VariableName, variableEntries } from './variables.ts'

const shortestSecret = 6

/**
 * Where a database is, and as whom, are often plain words such as `localhost` or `postgres`. Blotting those
 * out of every line would make logs useless, so only long and therefore telling values count.
 */
const coordinates: ReadonlySet<VariableName> = new Set([
  'DATABASE_HOST',
  'DATABASE_USER',
  'DATABASE_NAME',
  'DATABASE_PORT',
])
const shortestCoordinate = 16

/**
 * The values that must never appear in a log line or an answer: every set variable of kind secret of at least
 * six characters, and the credentials inside `DATABASE_URL` and `NATS_URL`. Longest first, each once.
 */
export function secretValues(env: Env): string[] {
  const values = new Set<string>()
  for (const [name, variable] of variableEntries) {
    const value = variable.kind === 'secret' ? valueIn(env, name) : undefined
    if (value === undefined) continue
    const addresses = variable.type === 'databaseUrl' || variable.type === 'natsUrl'
    const credentials = addresses ? value.split(',').flatMap(credentialsIn) : []
    for (const credential of credentials) values.add(credential)
    // An address of the message bus without credentials is no secret and worth reading in a log.
    if (variable.type === 'natsUrl' && credentials.length === 0) continue
    const shortest = coordinates.has(name) ? shortestCoordinate : shortestSecret
    if (value.length >= shortest) values.add(value).add(value.trim())
  }
  return [...values]
    .filter((value) => value.length >= shortestSecret)
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
}

// The password, or the lone token in the user's place, as written and as decoded.
function credentialsIn(address: string): string[] {
  const text = address.trim()
  if (!URL.canParse(text)) return /\/\/([^@/]*)@/.exec(text)?.slice(1) ?? []
  const { username, password, searchParams } = new URL(text)
  const found = [password || username, searchParams.get('password') ?? '']
  return found.filter((part) => part !== '').flatMap((part) => [part, decoded(part)])
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
