import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Measurement, reached } from '@atrium/bench-kit'

export interface BenchResult {
  /** Whether it ended with code 0 in time. */
  ok: boolean
  found: Measurement[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const longestMs = 900_000

/** Runs one benchmark in a process of its own, shows what it prints, and collects its `BENCH` lines. */
export async function runBench(file: string): Promise<BenchResult> {
  const child = spawn(process.execPath, [file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: longestMs,
  })
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  )
  const found: Measurement[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('BENCH ')) found.push(JSON.parse(line.slice('BENCH '.length)) as Measurement)
    else console.log(line)
  }
  return { ok: (await ended) === 0, found }
}

/** The measurements as a Markdown table. */
export function summary(measurements: readonly Measurement[]): string {
  const verdicts = { true: 'yes', false: 'NO', undefined: '' } as const
  const rows = measurements.map((each) => [
    each.name,
    `${each.value.toLocaleString('en')} ${each.unit}`.trim(),
    each.target,
    verdicts[`${reached(each)}`],
  ])
  return [['what', 'measured', 'target', 'reached'], ['---', '---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
