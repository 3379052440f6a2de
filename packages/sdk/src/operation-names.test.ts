import * as contracts from '@atrium/contracts'
import { expect, test } from 'vitest'
import { fileNames, operationNames, unnamedOperations } from './operation-names.ts'

const idsOf = (groups: readonly object[]): string[] =>
  groups.flatMap((group) => contracts.operationsIn({ ...group }).map(({ id }) => id))

test('every operation has one name in the client, or stands among those without', () => {
  const tables = [operationNames, fileNames, unnamedOperations]
  const listed = idsOf(tables.flatMap((table): object[] => Object.values(table)))
  const declared = contracts.operationsIn(contracts).map(({ id }) => id)
  expect(listed.toSorted()).toEqual(declared.toSorted())
})
