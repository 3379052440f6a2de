import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The load generator's figures. */
export interface Load {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Responses other than 2xx and 3xx. */
  readonly refused: number
  /**
   * Connections that could not be opened, read or written. A wait of more than two seconds does not
   * count.
   */
  readonly broken: number
}

export interface LoadOptions {
  seconds: number
  /** Load before the measurement starts. Defaults to one second. */
  warmUpSeconds?: number
  /** Concurrent connections. Defaults to 32. */
  connections?: number
  headers?: Readonly<Record<string, string>>
  /** A Lua file with the request, if it is not a plain GET. */
  script?: string
  /** Counts refused requests instead of throwing. */
  mayRefuse?: boolean
}

const run = promisify(execFile)

/**
 * Measures the rate that `wrk` (from the distribution) reaches with one thread.
 * Throws if a connection broke, or if a request was refused without `mayRefuse`.
 */
export async function load(url: string, options: LoadOptions): Promise<Load> {
  const { seconds, warmUpSeconds = 1, connections = 32, headers = {}, script } = options
  const flags = [
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(script === undefined ? [] : ['-s', script]),
  ]
  const once = (duration: number) =>
    run('wrk', ['-t1', `-c${connections}`, `-d${Math.ceil(duration)}s`, '--latency', ...flags, url])
  await once(warmUpSeconds)
  const { stdout } = await once(seconds)
  const measured = readLoad(stdout)
  if (measured.broken > 0 || (options.mayRefuse !== true && measured.refused > 0)) {
    throw new Error(`${url} does not hold: ${stdout}`)
  }
  return measured
}

/** Parses the `wrk --latency` output. */
export function readLoad(printed: string): Load {
  const figure = (pattern: RegExp) => Number(pattern.exec(printed)?.[1] ?? Number.NaN)
  const millis = (share: number): number => {
    const [, value = 'NaN', unit] =
      new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s)`).exec(printed) ?? []
    return unit === 'us' ? Number(value) / 1_000 : Number(value) * (unit === 's' ? 1_000 : 1)
  }
  return {
    perSecond: figure(/Requests\/sec:\s+([\d.]+)/),
    p50Ms: millis(50),
    p99Ms: millis(99),
    refused: figure(/Non-2xx or 3xx responses: (\d+)/) || 0,
    broken: ['connect', 'read', 'write'].reduce(
      (sum, kind) => sum + (figure(new RegExp(`Socket errors:.*${kind} (\\d+)`)) || 0),
      0,
    ),
  }
}
