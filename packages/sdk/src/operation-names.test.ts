import * as contracts from '@atrium/contracts'
import { expect, test } from 'vitest'
import { operationNames, unnamedOperations } from './operation-names.ts'

const idsOf = (groups: readonly object[]): string[] =>
  groups.flatMap((group) => contracts.operationsIn({ ...group }).map(({ id }) => id))

test('every operation has one name in the client, or stands among those without', () => {
  const listed = idsOf([...Object.values(operationNames), ...Object.values(unnamedOperations)])
  const declared = contracts.operationsIn(contracts).map(({ id }) => id)
  expect(listed.toSorted()).toEqual(declared.toSorted())
})
