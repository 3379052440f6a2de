import { type AreaWords, type HardRule, ruleNames, type Violation } from './measure.ts'

/**
 * How many violations of each hard rule an area may have. If a rule is not listed, none is allowed.
 */
export type Budget = Readonly<Record<string, Partial<Readonly<Record<HardRule, number>>>>>

/** An area with more violations of a rule than its budget. */
export interface Excess {
  readonly area: string
  readonly rule: HardRule
  readonly count: number
  readonly allowed: number
  readonly violations: readonly Violation[]
}

const violationsOfRule = ({ violations }: AreaWords, rule: HardRule): Violation[] =>
  violations.filter((violation) => violation.rule === rule)

export function findExcesses(areas: ReadonlyMap<string, AreaWords>, budget: Budget): Excess[] {
  return [...areas].flatMap(([area, words]) =>
    ruleNames.flatMap((rule) => {
      const violations = violationsOfRule(words, rule)
      const allowed = budget[area]?.[rule] ?? 0
      return violations.length > allowed
        ? [{ area, rule, count: violations.length, allowed, violations }]
        : []
    }),
  )
}

/**
 * Lowers the budget to the remaining violations. It never grows, and areas without files are
 * dropped.
 */
export function lowerBudget(areas: ReadonlyMap<string, AreaWords>, budget: Budget): Budget {
  const lowered = [...areas].map(([area, words]) => {
    const counts = ruleNames.flatMap((rule) => {
      const count = Math.min(violationsOfRule(words, rule).length, budget[area]?.[rule] ?? 0)
      return count === 0 ? [] : [[rule, count] as const]
    })
    return [area, Object.fromEntries(counts)] as const
  })
  return Object.fromEntries(
    lowered
      .filter(([, counts]) => Object.keys(counts).length > 0)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/**
 * Formats one line per area, so branches with lower numbers for different areas merge without a
 * conflict.
 */
export function formatBudget(budget: Budget): string {
  const lines = Object.entries(budget).map(([area, counts]) => {
    const members = Object.entries(counts).map(([rule, count]) => `"${rule}": ${count}`)
    return `  ${JSON.stringify(area)}: { ${members.join(', ')} }`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}
