import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSilentServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dockerAnswers } from './docker-answers.ts'

const engine = (status: number) =>
  createServer((request, response) =>
    response.writeHead(request.url === '/_ping' ? status : 404).end('OK'),
  )

it('finds an engine at a socket and at an address', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'atrium-docker-'))
  const path = join(directory, 'engine.sock')
  const [local, remote] = [engine(200), engine(200)]
  await Promise.all([
    once(local.listen(path), 'listening'),
    once(remote.listen(0, '127.0.0.1'), 'listening'),
  ])
  expect(await dockerAnswers(`unix://${path}`)).toBe(true)
  expect(await dockerAnswers(`tcp://127.0.0.1:${(remote.address() as AddressInfo).port}`)).toBe(
    true,
  )
  local.close()
  remote.close()
  await rm(directory, { recursive: true, force: true })
})

it('returns false if the engine is absent, failing or silent', async () => {
  const [failing, silent] = [engine(500), createSilentServer(() => undefined)]
  await Promise.all([
    once(failing.listen(0, '127.0.0.1'), 'listening'),
    once(silent.listen(0, '127.0.0.1'), 'listening'),
  ])
  expect(await dockerAnswers('unix:///nowhere/engine.sock')).toBe(false)
  expect(await dockerAnswers('not an address')).toBe(false)
  expect(await dockerAnswers(`tcp://127.0.0.1:${(failing.address() as AddressInfo).port}`)).toBe(
    false,
  )
  expect(await dockerAnswers(`tcp://127.0.0.1:${(silent.address() as AddressInfo).port}`)).toBe(
    false,
  )
  failing.close()
  silent.close()
})
