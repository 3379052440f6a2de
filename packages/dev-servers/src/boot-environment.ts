import { randomBytes } from 'node:crypto'

/**
 * Returns the parts of a database address as variables. A missing part becomes `none`, because no
 * variable may be empty.
 */
export function databaseVariables(url: string): Record<string, string> {
  if (!URL.canParse(url)) return {}
  const { hostname, port, username, password, pathname } = new URL(url)
  return {
    DATABASE_HOST: hostname || 'none',
    DATABASE_PORT: port || '5432',
    DATABASE_USER: decodeURIComponent(username) || 'none',
    DATABASE_PASSWORD: decodeURIComponent(password) || 'none',
    DATABASE_NAME: decodeURIComponent(pathname.slice(1)) || 'none',
  }
}

/** Returns the variables to boot a service on these servers: their addresses and random secrets. */
export const bootEnvironment = (databaseUrl: string, natsUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  ...databaseVariables(databaseUrl),
  NATS_URL: natsUrl,
  AUTH_SECRET: randomBytes(32).toString('hex'),
  AUTH_SESSION_SECRET: randomBytes(32).toString('hex'),
})
