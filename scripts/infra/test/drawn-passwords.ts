import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../../infra/passwords.mjs', import.meta.url))
const output = execFileSync(process.execPath, [program], { encoding: 'utf8' })

/** The output of `infra/passwords.mjs`, by variable. */
export const drawnPasswords: ReadonlyMap<string | undefined, string | undefined> = new Map(
  output.split('\n').map((line) => [line.split('=')[0], line.split('=')[1]]),
)
