import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { report } from '@atrium/bench-kit'
import { freePort } from '@atrium/dev-servers'

// Measures a warm `npm start` until it is ready, and the resident memory of all its processes after
// some traffic.
const root = fileURLToPath(new URL('../..', import.meta.url))
const home = await mkdtemp(join(tmpdir(), 'atrium-start-'))
const port = await freePort()

function descendants(of: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // The process has ended in the meantime.
    }
  }
  const found = [of]
  for (const pid of found)
    for (const [child, parent] of parents) if (parent === pid) found.push(child)
  return found
}

/** Returns the proportional set size. It counts a page once even if several processes share it. */
function residentBytes(pids: readonly number[]): number {
  let sum = 0
  for (const pid of pids) {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      sum += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1_024
    } catch {
      // The process has ended in the meantime.
    }
  }
  return sum
}

async function start(): Promise<{ seconds: number; pid: number; stop(): Promise<void> }> {
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, ATRIUM_HOME: home, PORT: String(port), API_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const timer = setTimeout(() => child.kill('SIGTERM'), 60_000)
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('npm start ended before it was ready')))
    child.stdout.on('data', (chunk) => {
      if (String(chunk).includes('Atrium is ready')) resolve()
    })
  })
  clearTimeout(timer)
  const seconds = (performance.now() - began) / 1_000
  return {
    seconds,
    pid: child.pid ?? 0,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

try {
  await (await start()).stop()
  const warm = await start()
  report({ name: 'npm start, warm, to ready', value: warm.seconds, unit: 's', target: '< 10' })
  execFileSync(process.execPath, [join(root, 'scripts/newcomer.ts'), `http://127.0.0.1:${port}`], {
    stdio: 'ignore',
  })
  const pids = descendants(warm.pid)
  const servers = execFileSync('pgrep', ['-f', home], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
  const all = [...new Set([...pids, ...servers.flatMap(descendants)])]
  const megabytes = residentBytes(all) / 1_000_000
  const resident = 'resident memory, PostgreSQL and NATS included'
  report({ name: resident, value: megabytes, unit: 'MB', target: '< 600' })
  await warm.stop()
} finally {
  await rm(home, { recursive: true, force: true })
}
