import { expect, test } from 'vitest'
import { allowedScope, readConsentRequest } from './consent-request.ts'

const asked = (changed: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: 'ocl_1',
    redirect_uri: 'https://assistant.example/callback',
    scope: 'atrium:read atrium:write offline_access',
    sig: 'x',
    ...changed,
  }).toString()

test('reads the client, the host of the redirect, and if the client asks to write', () => {
  const query = asked()
  expect(readConsentRequest(query)).toEqual({
    query,
    clientId: 'ocl_1',
    host: 'assistant.example',
    mayWrite: true,
  })
  expect(readConsentRequest(asked({ scope: 'atrium:read' }))?.mayWrite).toBe(false)
  expect(
    readConsentRequest(asked({ redirect_uri: 'http://127.0.0.1:33418/callback' }))?.host,
  ).toBeUndefined()
  expect(
    readConsentRequest(asked({ redirect_uri: 'cursor://claude.ai/callback' }))?.host,
  ).toBeUndefined()
})

test.each(['', 'client_id=ocl_1', 'sig=x', asked({ redirect_uri: 'nowhere' })])(
  'returns undefined if the query is %j',
  (query) => {
    expect(readConsentRequest(query)).toBeUndefined()
  },
)

test('allows reading only, or everything that was asked for', () => {
  expect(allowedScope({ query: asked() }, true)).toBe('atrium:read atrium:write offline_access')
  expect(allowedScope({ query: asked() }, false)).toBe('atrium:read offline_access')
})
