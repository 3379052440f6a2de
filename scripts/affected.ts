import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { requireGit } from './test/require-git.ts'

// `npm run affected -- identity-service` prints build=true if one of the services or of their packages
// differs from TURBO_SCM_BASE (by default the main branch), else build=false. A deployment uses it
// to skip unchanged services.
const root = fileURLToPath(new URL('..', import.meta.url))
try {
  requireGit()
} catch (error) {
  console.error(`atrium: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
const names = process.argv.slice(2).map((service) => `@atrium/${service}`)
const plan = execFileSync('turbo', ['run', 'build', '--affected', '--dry=json'], {
  cwd: root,
  encoding: 'utf8',
})
const { packages } = JSON.parse(plan) as { readonly packages: readonly string[] }
console.log(`build=${names.some((name) => packages.includes(name))}`)
