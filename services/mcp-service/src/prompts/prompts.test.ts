import { expect, test } from 'vitest'
import { createCatalog } from '../tools/catalog.ts'
import type { JsonObject } from '../tools/operation-arguments.ts'
import { createToolbox } from '../tools/toolbox.ts'
import { getPrompt, prompts } from './prompts.ts'
import { weekDates } from './week-dates.ts'

const toolbox = createToolbox()
const catalog = createCatalog()
const toText = (name: string, given: Record<string, string> = {}, now = new Date()): string => {
  const [message] = getPrompt(name, given, now).messages
  return message?.content.type === 'text' ? message.content.text : ''
}
const wednesday = new Date('2026-11-25T15:00:00Z')
const callsIn = (text: string) =>
  [...text.matchAll(/([a-z_]+) (\{.*?\}+)(?=[:;. ]|$)/gm)].map(([, tool = '', given = '']) => ({
    tool,
    given: JSON.parse(given) as JsonObject,
  }))

test('writes prompts with only those calls that the tools accept', () => {
  const given = {
    weekly_review: {},
    chase_overdue_invoices: { minimum: '5000' },
    plan_next_weeks_posts: {},
  }
  const calls = Object.entries(given).flatMap(([name, values]) => callsIn(toText(name, values)))
  expect(calls.length).toBeGreaterThan(9)
  const check = (schema: JsonObject, args: JsonObject) =>
    expect(Object.keys(schema['properties'] as object)).toEqual(
      expect.arrayContaining(Object.keys(args)),
    )
  for (const { tool, given: args } of calls) {
    check(toolbox.get(tool)?.inputSchema ?? {}, args)
    if (tool !== 'call_operation') continue
    const entry = catalog.get(String(args['operation']))
    check(entry?.arguments.schema ?? {}, args['arguments'] as JsonObject)
  }
})

test('fills in the dates and arguments of a prompt', () => {
  const plan = toText('plan_next_weeks_posts', { posts: '3', theme: 'Rope' }, wednesday)
  expect(plan).toContain('Plan 3 posts for next week: from Monday 2026-11-30 to Sunday 2026-12-06')
  expect(plan).toContain('The week is about: Rope')
  expect(toText('weekly_review', {}, wednesday)).toContain('"dueBefore":"2026-12-03T00:00:00.000Z"')
  expect(toText('chase_overdue_invoices', { minimum: '5000' }, wednesday)).toContain(
    '"minCents":5000',
  )
})

test.each([
  ['2026-11-23T00:00:00Z', '2026-11-30'],
  ['2026-11-29T23:59:59Z', '2026-11-30'],
  ['2026-12-31T12:00:00Z', '2027-01-04'],
])('returns the next Monday when it is %s: %s', (now, monday) => {
  expect(weekDates(new Date(now)).monday.slice(0, 10)).toBe(monday)
})

test.each([
  ['chase_overdue_invoices', { minimum: '50 EUR' }],
  ['chase_overdue_invoices', { minimum: '-1' }],
  ['plan_next_weeks_posts', { posts: '21' }],
  ['plan_next_weeks_posts', { posts: '' }],
  ['weekly_review', { toString: 'x' }],
  ['weekly_review', { focus: 'x'.repeat(501) }],
  ['no_such_prompt', {}],
])('rejects %s with %j', (name, given) => {
  expect(() => getPrompt(name, given, new Date())).toThrow(
    expect.objectContaining({ code: -32602 }),
  )
})

test('has a title for every prompt and describes its arguments', () => {
  for (const { title, description, arguments: args } of prompts) {
    expect(
      [title, description, ...args.map((one) => one.description)].every((text) => text.length > 5),
    ).toBe(true)
  }
})
