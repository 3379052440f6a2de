import { readFileSync } from 'node:fs'
import { auditActions } from '@atrium/contracts'
import { expect, test } from 'vitest'

test('lists exactly the audit actions in the reference', () => {
  const page = readFileSync(new URL('../../docs/reference/http.md', import.meta.url), 'utf8')
  const [, section = ''] = /^## Audit$(.*?)^## /ms.exec(page) ?? []
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  const listed = rows.flatMap((row) =>
    [...row.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, action]) => action),
  )
  expect(listed.toSorted()).toEqual(Object.keys(auditActions).toSorted())
})
