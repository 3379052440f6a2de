// Starts every command: `node scripts/bootstrap.mjs <command> [arguments]` runs scripts/<command>.ts. Plain
// JavaScript for Node 20, because nothing is installed yet. It installs the pinned toolchain and the dependencies first.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDependencies } from './bootstrap/dependencies.mjs'
import { runScript } from './bootstrap/run-script.mjs'
import { ensureToolchain } from './bootstrap/toolchain.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [command = '', ...args] = process.argv.slice(2)

try {
  const commands = (await readdir(join(root, 'scripts')))
    .filter((name) => /^[a-z-]+\.ts$/.test(name))
    .map((name) => name.slice(0, -'.ts'.length))
  if (!commands.includes(command))
    throw new Error(`no command "${command}", there is: ${commands.join(', ')}`)
  const toolchain = await ensureToolchain(root)
  await installDependencies(root, toolchain)
  await runScript(root, toolchain, command, args)
} catch (error) {
  console.error(`atrium: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
