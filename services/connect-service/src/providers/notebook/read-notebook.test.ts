import { expect, test } from 'vitest'
import { NetworkError } from '../../network/network-error.ts'
import type { Api, ApiRequest } from '../api.ts'
import { notebookReader } from './read-notebook.ts'

const by = { accessToken: 'token', accountId: 'a' }

test.each([
  ['fix_content', ['/databases/db-1', '/databases/db-1/query']],
  ['reconnect', ['/databases/db-1']],
] as const)(
  'queries the rows of a database that is not shown (%s) unless the token is refused',
  async (kind, paths) => {
    const asked: string[] = []
    const read = async (request: ApiRequest & { schema: { parse(value: unknown): unknown } }) => {
      asked.push(request.path)
      if (request.body === undefined) throw new NetworkError(kind, 'Not found', { code: 404 })
      return request.schema.parse({ results: [{ id: 'r1', properties: {} }], has_more: false })
    }
    const api = Object.assign(read, { answer: () => Promise.reject(new Error('not asked')) }) as Api
    const rows = notebookReader(api, async () => {}).query(by, {
      database: 'db-1',
      changedSince: undefined,
      cursor: null,
    })
    if (kind === 'reconnect') await expect(rows).rejects.toThrow('Not found')
    else expect(await rows).toMatchObject({ rows: [{ id: 'r1' }], next: null })
    expect(asked).toEqual(paths)
  },
)
