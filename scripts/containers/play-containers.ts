import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { freePort } from '@atrium/dev-servers'
import type { TestResults } from '@atrium/testkit/results-reporter'
import { deployables } from '../services.ts'
import { checkImages } from './check-images.ts'
import { createChecks } from './checks.ts'
import { composeProgram } from './compose-program.ts'
import { type Engine, findEngine } from './engine.ts'
import { ownCompose } from './own-compose.ts'
import type { Project } from './project.ts'
import { checkRestored, restoreElsewhere } from './restore.ts'
import { checkOperator, restartDatabase, usePlatform } from './use-platform.ts'

interface Options {
  readonly root: string
  /** True to take the images that are there. */
  readonly isBuilt: boolean
  readonly say: (line: string) => void
}

/** Builds, starts, uses, backs up and restores the platform in containers. Returns the tally. */
export async function playContainers({ root, isBuilt, say }: Options): Promise<TestResults> {
  const engine = await findEngine()
  const checks = createChecks(say)
  const folder = await mkdtemp(join(tmpdir(), 'atrium-containers-'))
  say(
    `${engine.name}${engine.hasCompose ? ' with its compose program' : ', without a compose program'}`,
  )
  const tag = process.pid
  const first = await openProject(root, folder, engine, `atrium-first-${tag}`)
  const second = await openProject(root, folder, engine, `atrium-second-${tag}`)
  const remove = async () => {
    await Promise.all([first.project.down(), second.project.down()])
    await rm(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void remove().finally(() => process.exit(130)))
  try {
    if (!isBuilt) await checks.check('builds all images', first.project.build)
    await checkImages(engine, checks, say)
    await checks.check('starts the platform from built images', () => first.project.up())
    const used = await usePlatform(first, checks)
    await checkOperator(first.project, used, checks)
    await checks.check('works again after PostgreSQL was restarted', () =>
      restartDatabase(first, used, say),
    )
    await first.project.stop(deployables.map(({ name }) => name))
    await checks.check('starts a second platform with other secrets', () => second.project.up())
    await checks.check('restores the backup there', () =>
      restoreElsewhere(engine, first.project, second.project),
    )
    if (used !== undefined) await checkRestored(second, used, checks)
    return checks.tally()
  } finally {
    await remove()
  }
}

/** A project and the address of its gateway. */
export interface Opened {
  readonly project: Project
  readonly baseUrl: string
}

async function openProject(
  root: string,
  folder: string,
  engine: Engine,
  name: string,
): Promise<Opened> {
  const file = join(folder, `${name}.env`)
  execFileSync(process.execPath, [join(root, 'infra/passwords.mjs'), file], { stdio: 'pipe' })
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const composeFile = join(root, 'infra/compose.yaml')
  const env = {
    ...(parseEnv(await readFile(file, 'utf8')) as Record<string, string>),
    ...givenVariables(await readFile(composeFile, 'utf8')),
    PORT: `127.0.0.1:${port}`,
    API_URL: baseUrl,
  }
  const options = { name, engine, composeFile, env }
  return { baseUrl, project: engine.hasCompose ? composeProgram(options) : ownCompose(options) }
}

/** Returns the caller's variables for the compose file, for example of another object store. */
function givenVariables(composeFile: string): Record<string, string> {
  const names = [...composeFile.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
}
