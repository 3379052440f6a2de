import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Returns the platform's processes. Its servers are found by their folder. */
export function listProcesses(start: number, home: string): Set<number> {
  const servers = execFileSync('pgrep', ['-f', home], { encoding: 'utf8' }).trim().split('\n')
  return new Set([start, ...servers.map(Number)].flatMap(listDescendants))
}

/** Returns a process and its descendants. */
export function listDescendants(of: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // The process has ended in the meantime.
    }
  }
  const found = [of]
  for (const pid of found)
    for (const [child, parent] of parents) if (parent === pid) found.push(child)
  return found
}

/** Sums the proportional set sizes in bytes. */
export function sumMemory(pids: ReadonlySet<number>): number {
  let sum = 0
  for (const pid of pids) {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      sum += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1_024
    } catch {
      // The process has ended in the meantime.
    }
  }
  return sum
}

const ticksPerSecond = 100

/** Sums the processor time in seconds. Includes ended children of the processes. */
export function sumProcessorTime(pids: ReadonlySet<number>): number {
  let ticks = 0
  for (const pid of pids) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      for (const at of [11, 12, 13, 14]) ticks += Number(fields[at])
    } catch {
      // The process has ended in the meantime.
    }
  }
  return ticks / ticksPerSecond
}
