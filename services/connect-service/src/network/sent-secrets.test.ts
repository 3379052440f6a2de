import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sentSecrets, withoutSecrets } from './sent-secrets.ts'

const url = new URL('http://network.example/me?access_token=token-in-url&fields=id')

test('finds credentials in the URL, the headers and every kind of body', () => {
  const basic = `Basic ${Buffer.from('client:a+secret%2Fwith').toString('base64')}`
  const form = new FormData()
  form.set('access_token', 'token-in-form')
  form.set('message', 'Hello there')
  const calls = [
    { body: new URLSearchParams({ code: 'the-code-sent', redirect_uri: 'http://localhost/back' }) },
    { body: { refresh_token: 'the-refresh-token', message: 'Hello there' } },
    { body: form, headers: { Authorization: basic } },
    { headers: { authorization: 'Bearer the-bearer-token' } },
  ]
  const found = calls.flatMap((call) => sentSecrets({ url, ...call }))
  expect(found).toEqual(
    expect.arrayContaining([
      'token-in-url',
      'token-in-form',
      'the-code-sent',
      'the-refresh-token',
      'the-bearer-token',
      'a secret/with',
      basic.slice(6),
    ]),
  )
  for (const plain of ['Hello there', 'http://localhost/back', 'id'])
    expect(found).not.toContain(plain)
})

test('removes credentials from every text of a response and changes nothing else', () => {
  const secret = 'marked-secret-value'
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, around) => {
      const hostile = { value, deep: [{ [`${around}${secret}`]: [`${secret}${around}${secret}`] }] }
      expect(JSON.stringify(withoutSecrets(hostile, [secret]))).not.toContain(secret)
      expect(withoutSecrets(value, [secret])).toEqual(value)
    }),
  )
})

test('keeps a token that the network issues even if the same token was sent', () => {
  const answer = { refresh_token: 'the-same-token', scope: 'for the-same-token' }
  expect(withoutSecrets(answer, ['the-same-token'])).toEqual({
    refresh_token: 'the-same-token',
    scope: 'for [redacted]',
  })
})
