import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns this user's download cache, shared by all checkouts. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const base = env['XDG_CACHE_HOME']
  if (base !== undefined && base !== '') return join(base, 'atrium')
  const home = homedir()
  return home === '/' || home === '/nonexistent'
    ? join(tmpdir(), 'atrium-cache')
    : join(home, '.cache', 'atrium')
}
