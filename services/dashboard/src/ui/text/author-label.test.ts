import { expect, test } from 'vitest'
import { authorLabel } from './author-label.ts'

test.each([
  [{ type: 'user', id: 'usr_1' }, 'Owner', 'Owner'],
  [{ type: 'user', id: 'usr_1' }, undefined, 'A former member'],
  [{ type: 'user', id: 'usr_1', via: 'api_key', keyId: 'key_1' }, 'Owner', 'An API key of Owner'],
  [{ type: 'user', id: 'usr_1', via: 'mcp' }, 'Owner', 'An assistant of Owner'],
  [{ type: 'agent', id: 'workflow', runId: 'run_1' }, undefined, 'A workflow'],
  [{ type: 'agent', id: 'constructor-like' }, undefined, 'An assistant'],
] as const)('labels %j as %s', (author, name, label) => {
  expect(authorLabel(author, name)).toBe(label)
})
