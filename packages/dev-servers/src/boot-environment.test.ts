import { expect, test } from 'vitest'
import { bootEnvironment, databaseVariables } from './boot-environment.ts'

test('decodes the parts of an address', () => {
  expect(databaseVariables('postgres://me:a%40b@db.example:5433/house')).toEqual({
    DATABASE_HOST: 'db.example',
    DATABASE_PORT: '5433',
    DATABASE_USER: 'me',
    DATABASE_PASSWORD: 'a@b',
    DATABASE_NAME: 'house',
  })
})

test('leaves no part empty and finds no parts if the address is invalid', () => {
  expect(databaseVariables('postgres:///?host=/run')).toEqual({
    DATABASE_HOST: 'none',
    DATABASE_PORT: '5432',
    DATABASE_USER: 'none',
    DATABASE_PASSWORD: 'none',
    DATABASE_NAME: 'none',
  })
  expect(databaseVariables('no address')).toEqual({})
})

test('creates environments that share no secret', () => {
  const [one, other] = [
    bootEnvironment('postgres://a/b', 'c'),
    bootEnvironment('postgres://a/b', 'c'),
  ]
  expect(one).toMatchObject({ DATABASE_URL: 'postgres://a/b', DATABASE_HOST: 'a', NATS_URL: 'c' })
  expect(one['AUTH_SESSION_SECRET']).toMatch(/^[0-9a-f]{64}$/)
  expect(one['AUTH_SESSION_SECRET']).not.toBe(one['AUTH_SECRET'])
  expect(one['AUTH_SESSION_SECRET']).not.toBe(other['AUTH_SESSION_SECRET'])
})
