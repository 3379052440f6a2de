import { expect, test } from 'vitest'
import { findLine, isObject, type Json, parsed, walkNodes } from './find-patterns.ts'
import { trackedFiles } from './tracked-files.ts'

const focusable = new Set(['ActionIcon', 'Button', 'Switch', 'button', 'fieldset'])

const readName = (node: unknown) =>
  isObject(node) && isObject(node['name']) ? node['name']['name'] : undefined

/** True if the attribute disables its element while a request is pending. */
const losesFocus = (attribute: Json, text: string) =>
  readName(attribute) === 'loading' ||
  (readName(attribute) === 'disabled' &&
    /\bisPending\b/.test(text.slice(Number(attribute['start']), Number(attribute['end']))))

/** Returns the lines where a pending request disables a control. */
function findLostFocus(path: string, text: string): number[] {
  const lines: number[] = []
  for (const node of walkNodes(parsed(path, text))) {
    if (node['type'] !== 'JSXOpeningElement' || !focusable.has(String(readName(node)))) continue
    const attributes = Array.isArray(node['attributes']) ? node['attributes'] : []
    if (attributes.some((attribute: Json) => losesFocus(attribute, text)))
      lines.push(findLine(node, text))
  }
  return lines
}

test('finds a control when a pending request disables it', () => {
  const text = [
    '<Button loading={save.isPending} />,',
    '<fieldset disabled={isPending} />,',
    '<Button disabled={name === ""} />,',
    '<BusyButton loading={save.isPending} />',
  ].join('\n')
  expect(findLostFocus('some.tsx', `[${text}]`)).toEqual(expect.arrayContaining([1, 2]))
  expect(findLostFocus('some.tsx', `[${text}]`)).toHaveLength(2)
})

test('keeps the focus on a control when its request is pending', () => {
  const faults = trackedFiles(
    ['services/dashboard/src/**/*.tsx'],
    /^services\/dashboard\/src\/ui\/busy-button\.tsx$/,
  ).flatMap(({ path, text }) => findLostFocus(path, text).map((line) => `${path}:${line}`))
  expect(faults, 'use BusyButton, BusyIcon or aria-disabled').toEqual([])
})
