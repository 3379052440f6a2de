import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { circlesOf, importsOf, roomOf } from './find-circles.ts'

// Fails when files import each other in a circle, types included, or when the feature folders of a package or service
// import values of each other in a circle.

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Packages and services that still have circles; no line is added, and one is removed with its package's last circle. */
const waiting = new Set(['packages/cli', 'packages/dev-servers'])
const packageOf = (path: string): string => path.split('/', 2).join('/')

const files = execFileSync('git', ['ls-files', 'packages/**/*.ts', 'services/**/*.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !/\.test\.ts$|\/(?:test|bench|chaos)\//.test(file))

const imports = files.flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')))
const ofFiles = circlesOf(imports.map(({ from, to }) => [from, to]))
const ofRooms = circlesOf(
  imports.flatMap(({ from, to, typeOnly }) => {
    const [room, other] = [roomOf(from), roomOf(to)]
    return typeOnly || room === undefined || other === undefined || room === other ? [] : [[room, other]]
  }),
)

const faults: string[] = []
const withCircles = new Set<string>()
const report = (circle: readonly string[], lines: readonly string[]) => {
  const owner = packageOf(circle[0] ?? '')
  withCircles.add(owner)
  if (!waiting.has(owner) || process.argv.includes('--all')) faults.push(...lines)
}
for (const circle of ofFiles) report(circle, [`files import each other: ${circle.join(', ')}`])
for (const circle of ofRooms) {
  const inside = imports.filter(({ from, to, typeOnly }) => {
    const [room, other] = [roomOf(from) ?? '', roomOf(to) ?? '']
    return !typeOnly && room !== other && circle.includes(room) && circle.includes(other)
  })
  report(circle, [
    `feature folders import each other: ${circle.join(', ')}`,
    ...inside.map(({ from, to }) => `  ${from} -> ${to}`),
  ])
}
for (const name of waiting) {
  if (!withCircles.has(name))
    faults.push(`${name} has no circle any more; take it off the list of waiting packages`)
}

for (const fault of faults) console.log(fault)
process.exitCode = faults.length === 0 ? 0 : 1
