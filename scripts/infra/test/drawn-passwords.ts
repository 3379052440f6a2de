import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../../infra/passwords.mjs', import.meta.url))

/** Runs `infra/passwords.mjs` for a file. Throws with its message if it refuses. */
export const drawPasswords = (file: string): void =>
  void execFileSync(process.execPath, [program, file], { stdio: 'pipe' })

/** The secrets that `infra/passwords.mjs` draws into a new file, by variable. */
export const drawnPasswords = readDrawn()

function readDrawn(): ReadonlyMap<string | undefined, string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-passwords-'))
  try {
    const file = join(folder, '.env')
    drawPasswords(file)
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    return new Map(lines.map((line) => [line.split('=')[0], line.split('=')[1]]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
