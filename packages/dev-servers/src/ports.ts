import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

// Below the kernel's range for outgoing connections, so a chosen port stays free until it is used.
const firstPort = 20_000
const lastPort = 32_000
const periodMs = 120_000
let removeOldPeriods: Promise<void> | undefined

/**
 * Picks a free TCP port between 20,000 and 32,000. No other process on this machine gets it for at
 * least two minutes, because a platform listens on its last port many seconds after it has chosen
 * it. Throws if none is found.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = randomInt(firstPort, lastPort)
    if ((await reserve(port)) && !(await portInUse(port))) return port
  }
  throw new Error(`no free port found between ${firstPort} and ${lastPort}`)
}

/**
 * Returns false if somebody has reserved the port in this period or the one before. Only one of two
 * that ask at the same time gets it, because only one can create the file.
 */
async function reserve(port: number): Promise<boolean> {
  const period = Math.floor(Date.now() / periodMs)
  const folder = join(tmpdir(), 'atrium-ports')
  const fileIn = (at: number): string => join(folder, String(at), String(port))
  try {
    await mkdir(dirname(fileIn(period)), { recursive: true })
    await writeFile(fileIn(period), '', { flag: 'wx' })
  } catch (error) {
    // The folder may belong to another user.
    return (error as NodeJS.ErrnoException).code !== 'EEXIST'
  }
  removeOldPeriods ??= removePeriods(folder, period - 1)
  await removeOldPeriods
  // Another process may be on the other side of a period's end.
  return !(existsSync(fileIn(period - 1)) || existsSync(fileIn(period + 1)))
}

async function removePeriods(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (Number(name) >= before) continue
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => {})
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
