import fc from 'fast-check'
import { expect, test } from 'vitest'
import { takingTurns } from './sweep.ts'

interface Row {
  id: string
  org_id: string
}
const rowsOfOrgs = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 })
  .map((orgs) => orgs.map((org_id, n) => ({ id: String(n), org_id })))

test('gives every row one turn, keeps the order within an org, and takes no org twice before each had a turn', () => {
  fc.assert(
    fc.property(rowsOfOrgs, (due) => {
      const turns = takingTurns(due)
      expect(new Set(turns)).toEqual(new Set(due))
      expect(turns).toHaveLength(due.length)
      const left = new Map<string, number>()
      for (const { org_id } of due) left.set(org_id, (left.get(org_id) ?? 0) + 1)
      for (const org of left.keys()) {
        const ids = (rows: readonly Row[]) => rows.filter(({ org_id }) => org_id === org)
        expect(ids(turns)).toEqual(ids(due))
      }
      const had = new Map<string, number>()
      for (const { org_id } of turns) {
        const round = had.get(org_id) ?? 0
        for (const [org, count] of left)
          expect(had.get(org) ?? 0).toBeGreaterThanOrEqual(Math.min(count, round))
        had.set(org_id, round + 1)
      }
    }),
  )
})
