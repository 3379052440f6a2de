import type { OAuthServer } from '../oauth-state.ts'

const prefix = 'visitor:'

export const visitorId = (name: string): string => prefix + name

/** Returns a user who can sign in here, or a visitor whose id is built from the name. */
export function findVisitor(
  server: OAuthServer,
  id: string,
): { id: string; name: string; username?: string } {
  return id.startsWith(prefix) ? { id, name: id.slice(prefix.length) } : server.user(id)
}
