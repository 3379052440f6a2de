import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What must hold of the sources themselves; each is one program of the development dependencies. */
const steps = [
  { name: 'types', program: 'tsc', args: ['--noEmit'] },
  { name: 'lint and format', program: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { name: 'package boundaries', program: 'turbo', args: ['boundaries'] },
  { name: 'dead code', program: 'knip', args: [] },
  { name: 'places of SQL', program: process.execPath, args: ['scripts/verify/sql-places.ts'] },
  { name: 'circles', program: process.execPath, args: ['scripts/verify/circles.ts'] },
  { name: 'linear patterns', program: process.execPath, args: ['scripts/verify/patterns.ts'] },
] as const

export type StepResult = { readonly name: string; readonly passed: boolean }

/** Runs every step, one after the other, whatever came of the ones before; shows the output of those that fail. */
export async function runVerifySteps(): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const step of steps) {
    const begun = Date.now()
    const { code, output } = await run(resolveProgram(step.program), step.args)
    const passed = code === 0
    if (!passed) console.log(output.trimEnd())
    console.log(
      `${passed ? 'passed' : 'FAILED'}  ${step.name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`,
    )
    results.push({ name: step.name, passed })
  }
  return results
}

const resolveProgram = (program: string): string => resolve(root, 'node_modules', '.bin', program)

function run(file: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((settle) => {
    const child = spawn(file, [...args], {
      cwd: root,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
      })
    }
    child.once('error', (error) => settle({ code: 1, output: error.message }))
    child.once('close', (code) => settle({ code: code ?? 1, output }))
  })
}
