import * as contracts from '@atrium/contracts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { openApiDocument } from './index.ts'

test("the document of all operations has no warning of the linter's recommended rules", async () => {
  const operations = contracts.operationsIn(contracts)
  const document = {
    ...openApiDocument('Atrium', '1', operations),
    info: { title: 'Atrium', version: '1', description: contracts.apiIntroduction },
    servers: [{ url: '/' }],
    tags: contracts.apiGroups,
  }
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The API has no licence of its own.
      'info-license': 'off',
      // Ids have a prefix, so that no id is a word of a path.
      'no-ambiguous-paths': 'off',
      'operation-description': 'error',
      'parameter-description': 'error',
      'tag-description': 'error',
    },
  })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
})
