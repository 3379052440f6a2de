// Reduces a checkout to one service and what it needs, into `out/`: `node infra/prune.mjs <folder of the service>`.
// It changes the manifest and the lockfile where it runs, so it belongs in a container build or a copy.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const read = (file) => readFileSync(file, 'utf8')
const run = (file, ...args) => execFileSync(file, args, { stdio: 'inherit' })

// The root manifest depends on every workspace package for the sake of scripts/; as long as it does, nothing would
// be left out.
const manifest = JSON.parse(read('package.json'))
const outside = Object.entries(manifest.devDependencies).filter(
  ([, version]) => !version.startsWith('workspace:'),
)
manifest.devDependencies = Object.fromEntries(outside)
writeFileSync('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`)
run('pnpm', 'install', '--lockfile-only', '--no-frozen-lockfile')

// Turborepo as the lockfile has it: of the root's own dependencies, since all others are pruned next.
run('pnpm', 'install', '--frozen-lockfile', '--ignore-scripts', '--filter', manifest.name)

const { name } = JSON.parse(read(`services/${process.argv[2]}/package.json`))
run('node_modules/.bin/turbo', 'prune', name, '--docker')
