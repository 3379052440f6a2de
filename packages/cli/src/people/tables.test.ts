import { expect, test } from 'vitest'
import type { CommandIo } from '../command.ts'
import { money, writeRecord, writeRecords } from './tables.ts'

const io = (columns?: number) => {
  const lines: string[] = []
  const written: CommandIo = {
    env: {},
    write: (line) => lines.push(line),
    error: (line) => lines.push(`! ${line}`),
    ...(columns === undefined ? {} : { columns }),
  }
  return { lines, written }
}
const columns = {
  id: ({ id }: { id: string }) => id,
  title: ({ title }: { id: string; title: string }) => title,
}

test('prints one line per record even if the text contains line breaks', () => {
  const { lines, written } = io()
  writeRecords(written, false, [{ id: 'task_1', title: 'two\nlines \u001b[31mred\u202e' }], columns)
  expect(lines).toEqual(['id      title', 'task_1  two lines [31mred'])
})

test('fits a table to the terminal, but prints everything if a program reads it or as JSON', () => {
  const records = [{ id: 'task_1', title: 'a title of some length' }]
  const cut = io(34)
  writeRecords(
    cut.written,
    false,
    [{ id: 'task_1', title: 'a title that is wider than it' }],
    columns,
  )
  expect(cut.lines).toEqual(['id      title', 'task_1  a title that is wider tha…'])
  const narrow = io(12)
  writeRecords(narrow.written, false, records, columns)
  expect(narrow.lines).toEqual(['id', '  title', 'task_1', '  a title o…'])
  const wide = io()
  writeRecords(wide.written, true, records, columns)
  expect(JSON.parse(wide.lines.join('\n'))).toEqual(records)
  const none = io()
  writeRecords(none.written, false, [], columns)
  expect(none.lines).toEqual(['! Nothing found'])
})

test('keeps columns aligned when cells hold wide characters', () => {
  const { lines, written } = io(60)
  const places = { name: ({ id }: { id: string }) => id, title: columns.title }
  writeRecords(
    written,
    false,
    [
      { id: '東京', title: 'one' },
      { id: 'Bonn', title: 'two' },
    ],
    places,
  )
  expect(lines).toEqual(['name  title', '東京  one', 'Bonn  two'])
})

test("prints a record's full texts and wraps them between words on a terminal", () => {
  const body = 'a text that is longer than one line of it'
  const narrow = io(30)
  writeRecord(narrow.written, false, { id: 'task_1', body, tags: ['a'.repeat(40)], due: null })
  expect(narrow.lines).toEqual([
    'id    task_1',
    'body  a text that is longer',
    '      than one line of it',
    `tags  ["${'a'.repeat(21)}…`,
  ])
  const wide = io()
  writeRecord(wide.written, false, { body })
  expect(wide.lines).toEqual([`body  ${body}`])
})

test("formats money with the currency's digits", () => {
  expect([money(1250, 'EUR'), money(1250, 'JPY'), money(-5, 'USD')]).toEqual([
    '12.50 EUR',
    '1250 JPY',
    '-0.05 USD',
  ])
})
