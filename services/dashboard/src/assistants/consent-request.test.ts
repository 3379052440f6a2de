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

test('a request names its client, the host of the answer, and whether it wants to change', () => {
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
  '%j is no request',
  (query) => {
    expect(readConsentRequest(query)).toBeUndefined()
  },
)

test('the person allows to read, or what was asked', () => {
  expect(allowedScope({ query: asked() }, true)).toBe('atrium:read atrium:write offline_access')
  expect(allowedScope({ query: asked() }, false)).toBe('atrium:read offline_access')
})
