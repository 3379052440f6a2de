import { valueIn } from '../read-environment.ts'
import type { Env, Variable, VariableTable } from '../variable.ts'

const shortestSecret = 6

/**
 * Hosts and user names are often plain words such as `postgres`, so only long ones are redacted.
 */
const coordinates: ReadonlySet<string> = new Set([
  'DATABASE_HOST',
  'DATABASE_USER',
  'DATABASE_NAME',
  'DATABASE_PORT',
])
const shortestCoordinate = 16

/** A path of this length may be the secret in a bearer URL. */
const shortestPath = 16

/**
 * Returns the values that no log line or response may contain, longest first: secrets with six
 * characters or more, credentials inside `DATABASE_URL`, `SMTP_URL` and `NATS_URL`, and the paths of
 * secret URLs.
 */
export function secretValues(table: VariableTable, env: Env): string[] {
  const values = new Set<string>()
  for (const [name, variable] of Object.entries(table)) {
    const raw = variable.kind === 'secret' ? valueIn(env, name) : undefined
    if (raw === undefined) continue
    const shortest = coordinates.has(name) ? shortestCoordinate : shortestSecret
    for (const value of secretsIn(variable.type, raw)) {
      if (value.length >= shortest) values.add(value)
    }
  }
  return [...values].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
}

function secretsIn(type: Variable['type'], raw: string): string[] {
  const value = raw.trim()
  switch (type) {
    case 'databaseUrl':
    case 'smtpUrl':
      return [raw, value, ...credentialsIn(value)]
    case 'natsUrl': {
      // A message bus address without credentials is not secret and is useful in logs.
      const servers = value.split(',').map((server) => server.trim())
      return servers.flatMap((server) => {
        const credentials = credentialsIn(server)
        return credentials.length > 0 ? [raw, server, ...credentials] : []
      })
    }
    case 'url':
    case 'baseUrl': {
      const whole = value.replace(/(?<!\/)\/+$/, '')
      return [raw, value, whole, ...splitPath(whole)]
    }
    default:
      return [raw, value]
  }
}

function splitPath(address: string): string[] {
  if (!URL.canParse(address)) return []
  const { pathname, search } = new URL(address)
  const path = pathname.replace(/(?<!\/)\/+$/, '') + search
  return path.length >= shortestPath ? [path] : []
}

// The password, or a lone token in the user's position, both as written and decoded.
function credentialsIn(address: string): string[] {
  const text = address.includes('://') ? address : `nats://${address}`
  const found = new Set<string>()
  const [, user = '', password = ''] = /:\/\/([^/?#:@]*)(?::([^/?#]*))?@/.exec(text) ?? []
  found.add(password || user)
  if (URL.canParse(text)) {
    const url = new URL(text)
    found.add(url.password || url.username).add(url.searchParams.get('password') ?? '')
  }
  found.delete('')
  return [...found].flatMap((part) => [part, decoded(part)])
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
