import { readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from '../run-command.ts'

/**
 * Removes a postmaster.pid if its process id is free or belongs to another program, because
 * PostgreSQL would refuse to start. Waits up to `patienceMs` for a live server without a parent,
 * and throws if it still runs then.
 */
export async function clearStalePostmaster(dataDir: string, patienceMs = 15_000): Promise<void> {
  const pidFile = join(dataDir, 'postmaster.pid')
  const deadline = Date.now() + patienceMs
  for (;;) {
    const pid = await readPid(pidFile)
    if (pid === undefined) return
    if (!(await isPostmaster(pid, dataDir))) {
      await rm(pidFile, { force: true })
      return
    }
    if (Date.now() > deadline) {
      throw new Error(`another PostgreSQL (process ${pid}) is running on ${dataDir}`)
    }
    await sleep(100)
  }
}

async function readPid(pidFile: string): Promise<number | undefined> {
  const text = await readFile(pidFile, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const pid = Number.parseInt(text, 10)
  return Number.isInteger(pid) && pid > 0 ? pid : 0
}

async function isPostmaster(pid: number, dataDir: string): Promise<boolean> {
  if (pid === 0 || !isAlive(pid)) return false
  // A postmaster's command line names its directory and is readable for every user. Its working
  // directory may be hidden in a container, even from root. Backends have a title instead and never
  // match.
  const words = process.platform === 'linux' ? await linuxCommandLine(pid) : await commandLine(pid)
  const folders = [dataDir, await realpath(dataDir)]
  return words.includes('postgres') && folders.some((folder) => words.includes(`-D ${folder} `))
}

async function linuxCommandLine(pid: number): Promise<string> {
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return `${words.replaceAll('\0', ' ')} `
}

async function commandLine(pid: number): Promise<string> {
  return `${(await runCommand('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).output} `
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
