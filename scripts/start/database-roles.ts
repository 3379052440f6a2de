import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/**
 * Creates a role for every service. The role owns only the service's schema. Returns the connection
 * addresses.
 */
export async function makeServiceRoles(
  root: string,
  adminUrl: string,
  services: readonly string[],
  passwords: Readonly<Record<string, string>>,
): Promise<(service: string) => string> {
  const statement = await readFile(join(root, 'infra', 'kubernetes', 'service-role.sql'), 'utf8')
  const readPassword = (service: string): string => {
    const password = passwords[service]
    if (password === undefined) throw new Error(`there is no database password for ${service}`)
    return password
  }
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    for (const service of services) {
      await client.query(
        `select set_config('atrium.service', $1, false), set_config('atrium.password', $2, false)`,
        [service, readPassword(service)],
      )
      await client.query(statement)
    }
  } finally {
    await client.end()
  }
  return (service) => {
    const url = new URL(adminUrl)
    url.username = `atrium_${service}`
    url.password = encodeURIComponent(readPassword(service))
    return url.href
  }
}
