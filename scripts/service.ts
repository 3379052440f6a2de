import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './run/run-program.ts'
import { deployables } from './services.ts'

// Runs one service alone with the environment's variables: `npm run service -- identity`.
const root = fileURLToPath(new URL('..', import.meta.url))
const [name] = process.argv.slice(2)
const service = deployables.find((entry) => entry.name === name)
if (service === undefined) {
  const names = deployables.map((entry) => entry.name).join(', ')
  console.error(
    `atrium: ${name === undefined ? 'which service?' : `no service "${name}",`} there is: ${names}`,
  )
  process.exit(2)
}
const { folder, main, nodeFlags = [] } = service
process.exitCode = await runProgram(join(root, folder, main), [], { cwd: root, nodeFlags })
