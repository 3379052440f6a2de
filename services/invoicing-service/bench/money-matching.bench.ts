import { report } from '@atrium/bench-kit'
import { createBankCases } from '../test/bank-cases.ts'
import { createGarbledCases } from '../test/garbled-cases.ts'
import { playCases } from '../test/play-bank-cases.ts'

// Matches transactions whose invoices are known.
const sets = [
  { name: '500 transactions with known invoices', ...createBankCases() },
  { name: '140 transactions garbled by banks', ...createGarbledCases(), known: new Map() },
]

for (const { name, ...cases } of sets) {
  const { wrong, share } = playCases(cases)
  report({ name: `${name}, matched wrongly`, value: wrong.length, unit: '', target: '<= 0' })
  const found = `${name}, automatic or first suggestion`
  report({ name: found, value: share * 100, unit: '%', target: '>= 80' })
}
