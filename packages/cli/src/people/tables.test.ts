import { expect, test } from 'vitest'
import type { CommandIo } from '../command.ts'
import { money, writeRecords } from './tables.ts'

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

test('a table has one line for a record, whatever its text holds', () => {
  const { lines, written } = io()
  writeRecords(written, false, [{ id: 'task_1', title: 'two\nlines \u001b[31mred\u202e' }], columns)
  expect(lines).toEqual(['id      title', 'task_1  two lines [31mred'])
})

test('it fits a terminal; a program gets all of it, and JSON is whole', () => {
  const records = [{ id: 'task_1', title: 'a title of some length' }]
  const narrow = io(12)
  writeRecords(narrow.written, false, records, columns)
  expect(narrow.lines).toEqual(['id      tit…', 'task_1  a t…'])
  const wide = io()
  writeRecords(wide.written, true, records, columns)
  expect(JSON.parse(wide.lines.join('\n'))).toEqual(records)
  const none = io()
  writeRecords(none.written, false, [], columns)
  expect(none.lines).toEqual(['! Nothing found'])
})

test('money has the digits of its currency', () => {
  expect([money(1250, 'EUR'), money(1250, 'JPY'), money(-5, 'USD')]).toEqual([
    ...['12.50 EUR', '1250 JPY', '-0.05 USD'],
  ])
})
