import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

const folders = (): string[] =>
  ['packages', 'services']
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}/bench`))
    .filter((folder) => existsSync(join(root, folder)))

/**
 * Returns a folder's benchmarks: its `*.bench.ts` files, or if there are none, every file that no
 * other file in the folder imports.
 */
function benchesIn(folder: string): string[] {
  const files = readdirSync(join(root, folder)).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const named = files.filter((name) => name.endsWith('.bench.ts'))
  if (named.length > 0) return named.map((name) => `${folder}/${name}`)
  const texts = files.map((name) => readFileSync(join(root, folder, name), 'utf8'))
  return files
    .filter((name) => !texts.some((text) => text.includes(`'./${name}'`)))
    .map((name) => `${folder}/${name}`)
}

/**
 * Returns the paths of all benchmarks from the project root. Those for the whole platform
 * (`scripts/bench`) come last.
 */
export const findBenches = (): string[] => [
  ...folders().flatMap(benchesIn),
  ...['me', 'start-up', 'connect-publishing', 'nodes', 'models', 'assist-tools'].map(
    (name) => `scripts/bench/${name}.ts`,
  ),
]

/**
 * Returns the benchmarks whose path contains one of the words. Returns all of them for `all` or
 * without words.
 */
export function matching(benches: readonly string[], words: readonly string[]): string[] {
  const wanted = words.filter((word) => word !== '--')
  return benches.filter(
    (bench) =>
      wanted.length === 0 || wanted.includes('all') || wanted.some((word) => bench.includes(word)),
  )
}
