import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Budget, findExcesses, formatBudget, lowerBudget } from './prose/budget.ts'
import { hardRules, measureProse, type Violation } from './prose/measure.ts'
import { formatTable } from './prose/table.ts'
import { trackedFiles } from './tracked-files.ts'

// Measures every area's wording and fails if an area breaks more rules than its budget allows: `npm
// run program -- scripts/verify/prose.ts [--list <area>] [--write]`. docs/contributing.md explains
// the rules.

const { values } = parseArgs({ options: { list: { type: 'string' }, write: { type: 'boolean' } } })
const budgetFile = fileURLToPath(new URL('prose/budget.json', import.meta.url))
const budget = JSON.parse(readFileSync(budgetFile, 'utf8')) as Budget

const skipped = /\.d\.ts$|\.gen\.|^CHANGELOG\.md$/
const areas = measureProse(trackedFiles(['*.ts', '*.tsx', '*.mjs', '*.md'], skipped))
const print = ({ file, line, rule, advice }: Violation) =>
  console.log(`${file}:${line}: ${hardRules[rule]}: ${advice}`)

if (values.list !== undefined) {
  const area = areas.get(values.list)
  if (area === undefined)
    console.error(`no area "${values.list}", there is: ${[...areas.keys()].sort().join(', ')}`)
  else area.violations.forEach(print)
  process.exit(area === undefined ? 2 : 0)
}

console.log(formatTable(areas))
const excesses = findExcesses(areas, budget)
const changed = excesses.length > 0 ? listChangedFiles() : new Set<string>()
for (const { area, rule, count, allowed, violations } of excesses) {
  console.log(
    `\n${area} has ${count} ${hardRules[rule]}, and its budget is ${allowed}. Reword at least ${count - allowed} of these:`,
  )
  const inChangedFiles = violations.filter(({ file }) => changed.has(file))
  const shown = inChangedFiles.length >= count - allowed ? inChangedFiles : violations
  shown.slice(0, 50).forEach(print)
  if (shown.length > 50) console.log(`… and ${shown.length - 50} more: --list ${area}`)
}
if (values.write === true) writeFileSync(budgetFile, formatBudget(lowerBudget(areas, budget)))
process.exitCode = excesses.length === 0 ? 0 : 1

/**
 * Returns the files that differ from the main branch, because a new violation is most likely in one
 * of them.
 */
function listChangedFiles(): Set<string> {
  try {
    const run = (...args: string[]) =>
      execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const base = run('merge-base', 'HEAD', 'main').trim()
    return new Set(run('diff', '--name-only', base).trim().split('\n'))
  } catch {
    return new Set()
  }
}
