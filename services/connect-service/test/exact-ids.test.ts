import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerChecker } from '../src/models/json-answer.ts'
import { createNetworkClient } from '../src/network/call-network.ts'
import { type Api, createApi } from '../src/providers/api.ts'
import type { CreateDeps } from '../src/providers/define-provider.ts'
import { createForumApi } from '../src/providers/forumnet/forum-api.ts'
import { readThread } from '../src/providers/forumnet/read-thread.ts'
import { mailboxReader } from '../src/providers/mailbox/read-mail.ts'
import { notebookReader } from '../src/providers/notebook/read-notebook.ts'
import { listPages } from '../src/providers/pagenet/list-pages.ts'
import { linkedAccounts } from '../src/providers/photonet/linked-accounts.ts'
import { pronet } from '../src/providers/pronet/pronet.ts'
import { shortpostPublishing } from '../src/providers/shortpost/publish.ts'
import { videoReader } from '../src/providers/videonet/read-videos.ts'
import { createVideonetApi } from '../src/providers/videonet/videonet-api.ts'

/** An id beyond 2^53. A double would turn its last digits into 5200. */
const id = '7615917337495251231'
let body = ''
const server = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(body),
)
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const toOrigin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const deps: CreateDeps = {
  client: createNetworkClient(5_000),
  apiUrl: 'http://localhost',
  noteUsage: async () => undefined,
  now: () => new Date('2026-01-01T00:00:00.000Z'),
  publishMs: 5_000,
  holdMail: (_, work) => work(),
}
const openApi = (): Api => createApi({ baseUrl: toOrigin(), errorOf: () => undefined }, deps)
const by = { accountId: '1', accessToken: 'a-token', scopes: [], expiresAt: null }
const refuseDebug = async () => {
  throw new Error('No token is inspected')
}

const families: Readonly<Record<string, [json: string, read: () => Promise<unknown>]>> = {
  pagenet: [`{"data":[{"id":${id},"access_token":"page"}]}`, () => listPages(openApi(), by)],
  photonet: [
    `{"data":[{"id":1,"access_token":"page","instagram_business_account":{"id":${id}}}]}`,
    () => linkedAccounts(openApi(), by, refuseDebug),
  ],
  shortpost: [
    `{"data":{"id":${id},"text":"Bread"}}`,
    async () => shortpostPublishing(openApi(), deps).comment?.(by, '1', 'Bread'),
  ],
  forumnet: [
    `[{},{"data":{"children":[{"kind":"t1","data":{"name":"t1_a","author":"ada","author_fullname":${id}}}]}}]`,
    () =>
      readThread(createForumApi({ baseUrl: toOrigin(), userAgent: 'tests', secrets: [] }, deps))(
        by,
        { externalId: 't3_a', cursor: null },
      ),
  ],
  videonet: [
    `{"items":[{"snippet":{"resourceId":{"videoId":${id}}}}]}`,
    () => videoReader(createVideonetApi(toOrigin(), deps))(by, { playlist: 'p', cursor: null }),
  ],
  pronet: [
    `{"sub":${id},"name":"Ada"}`,
    async () =>
      pronet
        .create(
          {
            PRONET_CLIENT_ID: 'app',
            PRONET_CLIENT_SECRET: 'a-secret',
            PRONET_API_URL: toOrigin(),
          } as never,
          deps,
        )
        .accounts(by),
  ],
  mailbox: [
    `{"messages":[{"id":${id}}]}`,
    () =>
      mailboxReader(openApi(), { hold: deps.holdMail }).search(by, {
        query: '',
        cursor: null,
        limit: 10,
      }),
  ],
  notebook: [
    `{"results":[{"id":"row","properties":{
      "Order":{"type":"number","number":${id}},
      "Number":{"type":"unique_id","unique_id":{"prefix":"ORD","number":${id}}}}}]}`,
    async () => {
      const { rows } = await notebookReader(openApi(), async () => undefined).query(by, {
        database: 'db',
        cursor: null,
      })
      expect(rows[0]?.properties).toEqual({ Order: id, Number: `ORD-${id}` })
      return rows
    },
  ],
  model: [
    '',
    async () =>
      answerChecker({ type: 'object', properties: { order: {} } })(
        `\`\`\`json{"order":${id}}\`\`\``,
      ),
  ],
}

test.each(Object.entries(families))(
  'keeps every digit when %s returns an id beyond 2^53',
  async (_name, [json, read]) => {
    body = json
    expect(JSON.stringify(await read())).toContain(id)
  },
)
