import { expect, test } from 'vitest'
import { exposedConfig } from './exposed-config.ts'

test('exposes a variable only if it is on the allowlist and set', () => {
  expect(exposedConfig({})).toEqual({})
  expect(
    exposedConfig({
      MAILBOX_USER_EMAIL: 'owner@example.test',
      EMAIL_API_KEY: 'secret',
      NOTEBOOK_DATABASE_ID: 'db',
      MY_EMAIL_ADDRESS: '',
    }),
  ).toEqual({
    NOTEBOOK_DATABASE_ID: 'db',
    MAILBOX_USER_EMAIL: 'owner@example.test',
  })
  expect(exposedConfig({ MY_EMAIL_ADDRESS: 'me@example.test' })).toEqual({
    MY_EMAIL_ADDRESS: 'me@example.test',
  })
})
