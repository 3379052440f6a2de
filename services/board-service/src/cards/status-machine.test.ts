import { CardStatus, cardKinds } from '@atrium/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergePatch } from './merge-patch.ts'
import { initialStatus, listStatuses, mayMove } from './status-machine.ts'

const kind = fc.constantFrom(...cardKinds)
const status = fc.constantFrom(...CardStatus.options)

test('keeps every move within the statuses of its kind', () => {
  fc.assert(
    fc.property(kind, fc.boolean(), status, status, (k, manual, from, to) => {
      if (from !== to && mayMove({ kind: k, manual }, from, to)) {
        expect(listStatuses(k)).toContain(from)
        expect(listStatuses(k)).toContain(to)
      }
    }),
  )
})

test("rejects a caller's move into posting, out of posted, or into posted unless from unconfirmed", () => {
  for (const manual of [true, false]) {
    const subject = { kind: 'post', manual } as const
    for (const from of CardStatus.options) {
      for (const to of CardStatus.options) {
        if (from === to || !mayMove(subject, from, to)) continue
        expect(to).not.toBe('posting')
        expect(['posted', 'posted_by_hand', 'posting']).not.toContain(from)
        if (to === 'posted') expect([manual, from]).toEqual([false, 'unconfirmed'])
        if (to === 'reviewed') expect(manual).toBe(false)
        if (to === 'handed_off' || to === 'posted_by_hand') expect(manual).toBe(true)
      }
    }
  }
})

test('rejects a new card if its status is not an initial one of its kind', () => {
  expect(initialStatus('post', undefined)).toBe('draft')
  expect(initialStatus('task', undefined)).toBe('todo')
  expect(initialStatus('link', 'enriching')).toBe('enriching')
  expect(() => initialStatus('post', 'reviewed')).toThrow()
  expect(() => initialStatus('contact', 'enriched')).toThrow()
  expect(() => initialStatus('task', 'enriching')).toThrow()
})

test('applies a merge patch as RFC 7396 says: idempotent, and without touching a prototype', () => {
  const json = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))
  fc.assert(
    fc.property(json, json, (target, patch) => {
      const once = mergePatch(target, patch)
      expect(mergePatch(once, patch)).toEqual(once)
      for (const [key, value] of Object.entries(patch))
        if (value === null) expect(Object.hasOwn(once, key)).toBe(false)
    }),
  )
  mergePatch({}, JSON.parse('{"__proto__":{"polluted":1}}'))
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})
