import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './run/run-program.ts'
import { services } from './services.ts'

// One service alone, with the environment's variables: `npm run service -- identity`.
const root = fileURLToPath(new URL('..', import.meta.url))
const [name] = process.argv.slice(2)
const service = services.find((entry) => entry.name === name)
if (service === undefined) {
  const names = services.map((entry) => entry.name).join(', ')
  console.error(
    `atrium: ${name === undefined ? 'which service?' : `no service "${name}",`} there is: ${names}`,
  )
  process.exit(2)
}
const { folder, nodeFlags = [] } = service
process.exitCode = await runProgram(join(root, folder, 'src', 'main.ts'), [], { cwd: root, nodeFlags })
