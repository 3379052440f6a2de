import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { listValues, type Measurement } from '@atrium/bench-kit'

export interface BenchResult {
  /** True if the benchmark exited with code 0 before its timeout. */
  ok: boolean
  found: Measurement[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const longestMs = 900_000

/** Runs one benchmark in its own process, shows its output and collects its `BENCH` lines. */
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
    if (line.startsWith('BENCH '))
      found.push(JSON.parse(line.slice('BENCH '.length)) as Measurement)
    else console.log(line)
  }
  return { ok: (await ended) === 0, found }
}

/** Merges all rounds into one row per measurement, in order of first appearance. */
export function mergeRounds(measurements: readonly Measurement[]): Measurement[] {
  const rows = new Map<string, Measurement>()
  for (const each of measurements) {
    const earlierRow = rows.get(each.name)
    rows.set(
      each.name,
      earlierRow === undefined
        ? each
        : { ...each, value: [...listValues(earlierRow), ...listValues(each)] },
    )
  }
  return [...rows.values()]
}
