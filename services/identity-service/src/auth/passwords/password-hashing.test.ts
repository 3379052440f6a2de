import { loadConfig } from '@atrium/config'
import { newId } from '@atrium/contracts'
import { createDatabase } from '@atrium/database'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { origin, password, startHarness } from '../../../test/harness.ts'
import { attributedDatabase } from '../../audit/attributed-database.ts'
import { identityConfig } from '../../config.ts'
import type { Database } from '../../database.ts'
import { createMeLoader } from '../../principal/get-me.ts'
import { identityVariables } from '../../variables.ts'
import { createAuth } from '../create-auth.ts'
import { createPasswordHashing, hashingWith } from './password-hashing.ts'

const harness = await startHarness({}, createPasswordHashing)
afterAll(() => harness.stop())

test('uses a prepared hash only in the request that prepared it', async () => {
  const passwords = createPasswordHashing()
  const inRequest = await passwords.withRequest(async () => {
    await passwords.prepare('a long password')
    return [await passwords.hash('a long password'), await passwords.hash('a long password')]
  })
  expect(inRequest[0]).toBe(inRequest[1])
  expect(await passwords.hash('a long password')).not.toBe(inRequest[0])
  expect(await passwords.verify({ hash: inRequest[0] ?? '', password: 'a long password' })).toBe(
    true,
  )
  expect(await passwords.verify({ hash: inRequest[0] ?? '', password: 'another password' })).toBe(
    false,
  )
})

test('hashes few passwords at the same time and finishes all of them', async () => {
  let running = 0
  let most = 0
  const passwords = hashingWith(async (secret) => {
    running += 1
    most = Math.max(most, running)
    const hash = await hashPassword(secret)
    running -= 1
    return hash
  }, verifyPassword)
  const hashes = await Promise.all(
    Array.from({ length: 7 }, (_, n) => passwords.hash(`password ${n}`)),
  )
  expect(new Set(hashes).size).toBe(7)
  expect(most).toBe(2)
})

test('holds no connection while the password of a sign-up is hashed', async () => {
  const database = createDatabase<Database>({
    url: harness.env['DATABASE_URL'] ?? '',
    schema: 'identity',
    poolSize: 2,
  })
  const open: number[] = []
  const passwords = hashingWith(async (secret) => {
    const { rows } = await harness.rows<{ n: string }>(
      `select count(*) as n from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`,
    )
    open.push(Number(rows[0]?.n))
    return hashPassword(secret)
  }, verifyPassword)
  const config = identityConfig(loadConfig(identityVariables, harness.env))
  const auth = createAuth(
    {
      ...database,
      attributedDb: attributedDatabase(database.pool),
      bus: harness.bus,
      config,
      logger: pino({ level: 'silent' }),
      passwords,
      me: createMeLoader(database.pool),
      now: () => new Date(),
      newId,
    },
    undefined,
  )
  const answer = await passwords.withRequest(() =>
    auth.handler(
      new Request('http://localhost:3000/api/auth/sign-up/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ name: 'A', email: 'idle@example.test', password }),
      }),
    ),
  )
  await database.close()
  expect(answer.status).toBe(200)
  expect(open).toEqual([0])
})
