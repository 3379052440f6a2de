import { expect, test } from 'vitest'
import { usesOfErrors } from './file-uses.tsx'

test('a refused deletion names its records, and unknown kinds of them are left out', () => {
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
