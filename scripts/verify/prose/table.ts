import { type AreaWords, type HardRule, hardRules, ruleNames } from './measure.ts'
import { fewestNames, fewestWords, leastConditionalNames, type Rate, rates } from './rules.ts'

const perThousand = (count: number, words: number): number =>
  words === 0 ? 0 : (1_000 * count) / words

/** Formats all areas as a table. An exclamation mark is a warning for a rate outside its bound. */
export function formatTable(areas: ReadonlyMap<string, AreaWords>): string {
  const names = Object.keys(rates) as Rate[]
  const head = [
    'area',
    'words',
    ...names,
    'test names with a condition, %',
    ...Object.values(hardRules),
  ]
  const rows = [...areas]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([area, words]) => [
      area,
      String(words.words),
      ...names.map((rate) => formatRate(rate, words)),
      formatConditions(words),
      ...ruleNames.map((rule) => formatRule(rule, words)),
    ])
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const legend = head.map((title, column) => `${column + 1} ${title}`).join(', ')
  const lines = [head.map((_, column) => String(column + 1)), ...rows].map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  )
  return [`per 1,000 words of comments: ${legend}`, ...lines].join('\n')
}

function formatRate(rate: Rate, { words, counts }: AreaWords): string {
  const bounds: { most?: number; least?: number } = rates[rate]
  const value = perThousand(counts[rate], words)
  const isOutside = value > (bounds.most ?? Number.POSITIVE_INFINITY) || value < (bounds.least ?? 0)
  return `${value.toFixed(1)}${isOutside && words >= fewestWords ? '!' : ' '}`
}

function formatConditions({ testNames, conditionalNames }: AreaWords): string {
  const share = testNames === 0 ? 0 : (100 * conditionalNames) / testNames
  return `${share.toFixed(0)}${testNames >= fewestNames && share < leastConditionalNames ? '!' : ' '}`
}

function formatRule(rule: HardRule, { violations, functions }: AreaWords): string {
  const count = violations.filter((violation) => violation.rule === rule).length
  if (rule !== 'endingInOf' || functions === 0) return String(count)
  return `${count} (${((100 * count) / functions).toFixed(1)} %)`
}
