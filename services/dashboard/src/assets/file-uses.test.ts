import { expect, test } from 'vitest'
import { usesOfErrors } from './file-uses.tsx'

test('lists the records that use a file when its deletion is refused, and skips unknown record types', () => {
  expect(
    usesOfErrors([
      { path: 'post.task_1', message: 'Our summer' },
      { path: 'site.site_1', message: '' },
      { path: 'constructor.x', message: 'x' },
      { path: 'file', message: 'x' },
    ]),
  ).toEqual([
    { type: 'post', id: 'task_1', title: 'Our summer' },
    { type: 'site', id: 'site_1', title: '' },
  ])
})
