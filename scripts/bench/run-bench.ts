import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** One line `BENCH {…}` of a benchmark. */
export interface Measurement {
  name: string
  value: number
  unit?: string
  /** `>= 5000`, `< 15`; anything else is no target. */
  target?: string | number
  /** The same in two fields. */
  bound?: number
  better?: 'more' | 'less'
  /** The benchmark's own verdict. */
  reached?: boolean
  ok?: boolean
}

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

const targetOf = ({ target, bound, better }: Measurement): string =>
  bound === undefined ? String(target ?? '') : `${better === 'less' ? '<=' : '>='} ${bound}`

/** Whether a measurement meets its target; undefined when it has none that can be read. */
export function reached(measurement: Measurement): boolean | undefined {
  const verdict = measurement.reached ?? measurement.ok
  if (verdict !== undefined) return verdict
  const { value } = measurement
  const [, comparison, limit] = /^\s*(>=|>|<=|<)\s*([\d.,]+)/.exec(targetOf(measurement)) ?? []
  const number = Number(limit?.replaceAll(',', ''))
  if (comparison === undefined || Number.isNaN(number)) return undefined
  if (comparison === '>=') return value >= number
  if (comparison === '>') return value > number
  return comparison === '<=' ? value <= number : value < number
}

/** The measurements as a Markdown table. */
export function summary(measurements: readonly Measurement[]): string {
  const verdicts = { true: 'yes', false: 'NO', undefined: '' } as const
  const rows = measurements.map((each) => [
    each.name,
    `${each.value.toLocaleString('en')} ${each.unit ?? ''}`.trim(),
    targetOf(each),
    verdicts[`${reached(each)}`],
  ])
  return [['what', 'measured', 'target', 'reached'], ['---', '---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
