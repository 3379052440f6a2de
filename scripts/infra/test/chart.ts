import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseYaml, readYaml } from '../yaml-files.ts'

const folder = fileURLToPath(new URL('../../../infra/chart/', import.meta.url))

/** The files with values that the chart is rendered with. */
export const ciValues = readdirSync(join(folder, 'ci'))

export const readChart = (path: string): string => readFileSync(join(folder, path), 'utf8')

/** Returns the chart's values under those of a file in `ci/` and under the given ones, as Helm does. */
export const mergeValues = (name?: string, given: unknown = {}): unknown =>
  [
    ...readYaml('infra/chart/values.yaml'),
    ...(name === undefined ? [] : readYaml(`infra/chart/ci/${name}`)),
    given,
  ].reduce(merge)

/** Returns the values below with those above, as Helm merges them. */
export function merge(below: unknown, above: unknown): unknown {
  if (!isMap(below) || !isMap(above)) return above
  const merged = { ...below }
  for (const [key, value] of Object.entries(above)) {
    if (value === null) delete merged[key]
    else merged[key] = merge(merged[key], value)
  }
  return merged
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const hasHelm = spawnSync('helm', ['version']).status === 0

/** Runs Helm in the chart's folder. Returns its output. Throws the output if Helm fails. */
export function runHelm(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('helm', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`helm ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

/** Returns the objects that Helm renders with the values of a file in `ci/`. */
export const renderChart = (name: string): unknown[] =>
  parseYaml(runHelm('template', 'atrium', '.', '--namespace', 'atrium', '-f', `ci/${name}`)).filter(
    (object) => object !== null,
  )
