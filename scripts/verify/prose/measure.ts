import type { TrackedFile } from '../tracked-files.ts'
import { readMarkdown } from './read-markdown.ts'
import { type Found, readPageTexts, readSource } from './read-source.ts'
import { commentPhrases, conditionInName, pageWords, type Rate, rates } from './rules.ts'

/** The hard rules, by their name in the budget. */
export const hardRules = {
  endingInOf: 'functions ending in Of',
  spreads: 'spread literals',
  phrases: 'phrases',
  pageWords: 'page words',
} as const
export type HardRule = keyof typeof hardRules
export const ruleNames = Object.keys(hardRules) as HardRule[]

export interface Violation {
  readonly rule: HardRule
  readonly file: string
  readonly line: number
  readonly advice: string
}

export interface AreaWords {
  words: number
  functions: number
  testNames: number
  conditionalNames: number
  readonly counts: Record<Rate, number>
  readonly violations: Violation[]
}

const isTest = (path: string): boolean => /\.test\.tsx?$|\/(?:test|e2e|bench|chaos)\//.test(path)
const isPage = (path: string): boolean =>
  path.startsWith('services/dashboard/src/') && !isTest(path)

/** Returns a file's area: a service, a package, `scripts` or `docs`. */
export const findArea = (path: string): string =>
  /^(?:services|packages)\/[^/]+/.exec(path)?.[0] ??
  (path.startsWith('scripts/') ? 'scripts' : 'docs')

export function measureProse(files: readonly TrackedFile[]): Map<string, AreaWords> {
  const areas = new Map<string, AreaWords>()
  for (const file of files) {
    const name = findArea(file.path)
    const area = areas.get(name) ?? emptyArea()
    areas.set(name, area)
    if (file.path.endsWith('.md')) addPage(area, file)
    else addSource(area, file)
  }
  for (const { violations } of areas.values()) {
    violations.sort((one, other) => one.file.localeCompare(other.file) || one.line - other.line)
  }
  return areas
}

function emptyArea(): AreaWords {
  const counts = Object.fromEntries(Object.keys(rates).map((rate) => [rate, 0])) as Record<
    Rate,
    number
  >
  return { words: 0, functions: 0, testNames: 0, conditionalNames: 0, counts, violations: [] }
}

function addPage(area: AreaWords, { path, text }: TrackedFile): void {
  const lines = readMarkdown(text)
  countWords(area, lines)
  addPhrases(area, path, lines)
}

function addSource(area: AreaWords, { path, text }: TrackedFile): void {
  const { comments, testNames, functionNames, literalSpreads } = readSource(path, text)
  addPhrases(area, path, comments)
  area.testNames += testNames.length
  area.conditionalNames += testNames.filter((name) => conditionInName.test(name.text)).length
  for (const { line } of literalSpreads) {
    add(area, {
      file: path,
      line,
      rule: 'spreads',
      advice: 'write the members of the spread literal directly',
    })
  }
  if (isTest(path)) return
  countWords(area, comments)
  area.functions += functionNames.length
  for (const { line, text: name } of functionNames) {
    if (/[a-z\d]Of$/.test(name)) {
      add(area, {
        file: path,
        line,
        rule: 'endingInOf',
        advice: `${name} should begin with a verb or be a noun`,
      })
    }
  }
  // Nearly every page has none of these words and then needs no syntax tree.
  if (!isPage(path) || !pageWords.some(([word]) => text.search(word) !== -1)) return
  for (const shown of readPageTexts(path, text)) {
    for (const [word, instead] of pageWords) {
      for (const [match] of shown.text.matchAll(word)) {
        add(area, {
          file: path,
          line: shown.line,
          rule: 'pageWords',
          advice: `pages say "${instead}", not "${match}"`,
        })
      }
    }
  }
}

function countWords(area: AreaWords, texts: readonly Found[]): void {
  for (const { text } of texts) {
    area.words += text.split(/\s+/).filter((word) => word !== '').length
    for (const [rate, { pattern }] of Object.entries(rates)) {
      area.counts[rate as Rate] += text.match(pattern)?.length ?? 0
    }
  }
}

function addPhrases(area: AreaWords, path: string, texts: readonly Found[]): void {
  for (const { line, text } of texts) {
    for (const [phrase, instead] of commentPhrases) {
      for (const { 0: match, index } of text.matchAll(phrase)) {
        const at = line + text.slice(0, index).split('\n').length - 1
        add(area, {
          file: path,
          line: at,
          rule: 'phrases',
          advice: `say "${instead}" instead of "${match}"`,
        })
      }
    }
  }
}

function add(
  area: AreaWords,
  { file, line, rule, advice }: { file: string; line: number; rule: HardRule; advice: string },
): void {
  area.violations.push({ rule, file, line, advice })
}
