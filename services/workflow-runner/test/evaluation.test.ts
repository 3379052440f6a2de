import { afterAll, describe, expect, it } from 'vitest'
import { evaluate, formatTable } from '../evaluation/evaluate.ts'
import { evaluationSets } from '../evaluation/labelled.ts'
import { startFakeModel, toData } from './fake-model.ts'

const asks =
  /\?|\bplease\b|\bcan you\b|\bcould you\b|\bbitte\b|können sie|pouvez-vous|\bwould (?:like|you)\b/i
const many =
  /unsubscribe|abmelden|désabonner|no action|nothing has to be done|survey|thank you (?:all|for your payment)/i
const paper = /\breceipt\b[^.]{0,30}\d|your invoice: |\bquittung nr|\bbill \d/i
const notYet = /follows|overdue|we have paid|offer|estimate/i

// A keyword model is as deterministic as the scan and the gate.
const model = await startFakeModel((call) => {
  const text = toData(call)
  const properties = Object.keys((call.schema?.['properties'] ?? {}) as object)
  if (properties.includes('actionable')) {
    const actionable = asks.test(text) && !many.test(text)
    const title = actionable ? 'Answer the message' : ''
    return {
      object: { actionable, certain: true, reason: '', title, summary: '', dueDate: '', tags: [] },
    }
  }
  if (properties.includes('invoice'))
    return { object: { invoice: paper.test(text) && !notYet.test(text), reason: '', number: '' } }
  return { object: { text: text.split('\n').at(-1) ?? '' } }
})
afterAll(() => model.stop())
const sets = evaluationSets()

describe('the labelled examples', () => {
  it.each(sets)('labels at least 40 $name examples, both positive and negative', ({ examples }) => {
    expect(examples.length).toBeGreaterThanOrEqual(40)
    const yes = examples.filter(({ positive }) => positive).length
    expect(yes).toBeGreaterThan(examples.length / 4)
    expect(yes).toBeLessThan((examples.length * 3) / 4)
    expect(new Set(examples.map(({ item }) => item.externalId)).size).toBe(examples.length)
  })

  it.each([
    ['triage', 0.9, 0.9],
    ['slop', 1, 1],
    ['invoices', 0.95, 0.95],
  ])(
    'reaches the expected precision and recall for %s with a keyword model',
    async (name, precision, recall) => {
      const set = sets.find((each) => each.name === name)
      if (set === undefined) throw new Error(`no set ${name}`)
      const done = await evaluate(set, model.port)
      expect(done.failed).toBe(0)
      expect(done.precision ?? 0, done.wrong.join()).toBeGreaterThanOrEqual(precision)
      expect(done.recall ?? 0, done.wrong.join()).toBeGreaterThanOrEqual(recall)
      expect(formatTable([done])).toContain(name)
    },
  )

  it('lets only invoices pass if the invoice gate runs without a model', async () => {
    const set = sets.find(({ name }) => name === 'invoices')
    if (set === undefined) throw new Error('no set')
    const done = await evaluate(set, null)
    expect([done.precision, done.usage]).toEqual([1, null])
    expect(done.recall ?? 0).toBeGreaterThan(0.5)
  })
})
