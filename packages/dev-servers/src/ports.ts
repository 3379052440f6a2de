import { randomInt } from 'node:crypto'
import { mkdir, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Below the kernel's range for outgoing connections, so a chosen port stays free until it is used.
const firstPort = 20_000
const lastPort = 32_000
const reservedMs = 120_000

/**
 * Picks a free TCP port between 20,000 and 32,000. No other process on this machine gets it for two
 * minutes, because a platform listens on its last port many seconds after it has chosen it. Throws
 * if none is found.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = randomInt(firstPort, lastPort)
    if ((await reserve(port)) && !(await portInUse(port))) return port
  }
  throw new Error(`no free port found between ${firstPort} and ${lastPort}`)
}

/** Returns false if somebody has reserved the port in the last two minutes. */
async function reserve(port: number): Promise<boolean> {
  const folder = join(tmpdir(), 'atrium-ports')
  const file = join(folder, String(port))
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(file, '', { flag: 'wx' })
    return true
  } catch (error) {
    // The folder may belong to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return true
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }))
    if (Date.now() - mtimeMs < reservedMs) return false
    await utimes(file, new Date(), new Date()).catch(() => {})
    return true
  }
}

/**
 * Returns true if a process listens on the port at any address. Throws if this user may not listen
 * on it.
 */
export async function portInUse(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '0.0.0.0', '::']) {
    if (await refuses(port, host)) return true
  }
  return false
}

function refuses(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(true)
      // A machine without IPv6 has no IPv6 listener.
      else if (error.code === 'EAFNOSUPPORT' || error.code === 'EADDRNOTAVAIL') resolve(false)
      else reject(new Error(`port ${port} cannot be used: ${error.message}`, { cause: error }))
    })
    server.listen({ port, host, ipv6Only: host === '::' }, () => server.close(() => resolve(false)))
  })
}
