import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { report } from '@atrium/bench-kit'
import { startPlatform } from './started-platform.ts'

// Measures a warm `npm start` until it is ready, and the memory of all its processes after some
// traffic.
const newcomer = fileURLToPath(new URL('../newcomer.ts', import.meta.url))
const home = await mkdtemp(join(tmpdir(), 'atrium-start-'))
try {
  await (await startPlatform(home)).stop()
  const warm = await startPlatform(home)
  report({ name: 'npm start, warm, to ready', value: warm.seconds, unit: 's', target: '< 10' })
  execFileSync(process.execPath, [newcomer, warm.baseUrl], { stdio: 'ignore' })
  const resident = 'resident memory, PostgreSQL and NATS included'
  report({ name: resident, value: warm.readMemory(), unit: 'MB', target: '< 600' })
  await warm.stop()
} finally {
  await rm(home, { recursive: true, force: true })
}
