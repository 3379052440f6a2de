import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeContracts } from './contracts.ts'
import { clearExceptions, releasesFolder, writeContracts } from './release-files.ts'

// `npm run program -- scripts/releases/write-release.ts 0.2.0` writes infra/releases/0.2.0 from the
// present sources: the schemas of all messages and routes, and the tables that the migrations make.
const root = fileURLToPath(new URL('../..', import.meta.url))

try {
  const [version = ''] = process.argv.slice(2)
  requireUnreleased(version)
  const folder = `${root}${releasesFolder}/${version}`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeContracts(version, describeContracts(version))
  clearExceptions()
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'scripts',
      'scripts/releases/database.test.ts',
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, WRITE_RELEASE: version } },
  )
  if (status !== 0) throw new Error('the tables could not be written')
} catch (error) {
  console.error(`atrium: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}

/** Throws unless this version is the present one and has no tag. A release never changes. */
function requireUnreleased(version: string): void {
  const present = (JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string })
    .version
  if (version !== present)
    throw new Error(`which version? package.json has ${present}: set the version there first`)
  const tags = execFileSync('git', ['tag', '--list', `v${version}`], {
    cwd: root,
    encoding: 'utf8',
  })
  if (tags.trim() !== '')
    throw new Error(`${version} is released (tag v${version}): take the next version`)
}
