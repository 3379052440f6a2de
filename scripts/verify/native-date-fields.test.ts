import { expect, test } from 'vitest'
import { findLine, isObject, type Json, parsed, walkNodes } from './find-patterns.ts'
import { trackedFiles } from './tracked-files.ts'

const nativeTypes = new Set(['date', 'datetime-local', 'month', 'time', 'week'])

const isTypeAttribute = ({ type, name }: Json): boolean =>
  type === 'JSXAttribute' && isObject(name) && name['name'] === 'type'

const isNativeType = ({ type, value }: Json): boolean =>
  type === 'Literal' && nativeTypes.has(String(value))

/**
 * Returns the lines where an element gets a type with which the browser draws its own date or time
 * field. Such a field ignores the organisation's locale.
 */
function findNativeFields(path: string, text: string): number[] {
  const lines: number[] = []
  for (const node of walkNodes(parsed(path, text))) {
    if (!isTypeAttribute(node)) continue
    if ([...walkNodes(node['value'])].some(isNativeType)) lines.push(findLine(node, text))
  }
  return lines
}

test('finds a field when its type is one of the browser’s date and time types', () => {
  const text = [
    '<input type="date" />,',
    '<TextInput type={withTime ? "datetime-local" : "text"} />,',
    '<input type="time" />,',
    '<input type="month" />,',
    '<input type="week" />,',
    '<input type="text" name="date" />,',
    '<DayField value="" />',
  ].join('\n')
  expect(findNativeFields('some.tsx', `[${text}]`).sort()).toEqual([1, 2, 3, 4, 5])
})

test('finds no native date field on any page, because dates follow the organisation’s locale', () => {
  const faults = trackedFiles(['services/dashboard/src/**/*.tsx'], /\.test\.tsx$/).flatMap(
    ({ path, text }) => findNativeFields(path, text).map((line) => `${path}:${line}`),
  )
  expect(faults, 'use DayField or MomentInput').toEqual([])
})
