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

const { name } = JSON.parse(read(`services/${process.argv[2]}/package.json`))
const turbo = /^ {2}turbo: (\S+)$/m.exec(read('pnpm-workspace.yaml'))?.[1]
run('pnpm', 'dlx', `turbo@${turbo}`, 'prune', name, '--docker')
