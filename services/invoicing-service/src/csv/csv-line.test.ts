import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell } from './csv-line.ts'

test.each([
  ['-12.50', '-12.50'],
  ['-0', '-0'],
  ['12.5', '12.5'],
  ['-12,50', '"-12,50"'],
  [-1_250, '-1250'],
])('keeps the number %s when it is written to a file', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})

test.each([
  '=1+1',
  '+1',
  '@sum',
  '-',
  '-a',
  '-1+1',
  '--1',
  '-1.',
  '-.5',
  '-1e9',
  '-1 ',
  '-1\t',
  '\t1',
  '\r1',
  "-2+3+cmd|' /C calc'!A0",
  `-${'1'.repeat(40)}`,
])('guards the text "%s" when a spreadsheet would run it', (text) => {
  expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/)
})

test('guards every text that begins like a formula unless it is a plain number', () => {
  fc.assert(
    fc.property(fc.constantFrom('=', '+', '@', '-'), fc.string(), (first, rest) => {
      const cell = csvCell(first + rest, ';')
      const isNumber = first === '-' && /^\d{1,20}(?:[.,]\d{1,20})?$/.test(rest)
      expect(/^"?'/.test(cell)).toBe(!isNumber)
    }),
  )
})
