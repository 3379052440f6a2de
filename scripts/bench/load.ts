import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Load {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

const millis = (text: string, share: string): number => {
  const [, value = 'NaN', unit = 'ms'] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s)`).exec(text) ?? []
  return Number(value) * (unit === 's' ? 1_000 : unit === 'us' ? 0.001 : 1)
}

/** What `wrk` (Debian package of that name) measures with 32 connections after a warm-up. Throws on refusals. */
export async function load(url: string, headers: Record<string, string>, seconds: number): Promise<Load> {
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const once = (duration: number) => run('wrk', ['-t1', '-c32', `-d${duration}s`, '--latency', ...flags, url])
  await once(3)
  const { stdout } = await once(seconds)
  if (/Non-2xx/.test(stdout)) throw new Error(`${url} answered with refusals: ${stdout}`)
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p50Ms: millis(stdout, '50'),
    p99Ms: millis(stdout, '99'),
  }
}

/** One line for people and one for `pnpm bench`. */
export function report(name: string, value: number, unit: string, target: string, reached: boolean): void {
  console.log(
    `${name.padEnd(64)} ${value.toFixed(1).padStart(9)} ${unit.padEnd(4)} target ${target}${reached ? '' : '   MISSED'}`,
  )
  console.log(`BENCH ${JSON.stringify({ name, value, unit, target, reached })}`)
}
