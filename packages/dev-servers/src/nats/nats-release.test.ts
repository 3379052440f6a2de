import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { downloadNatsRelease, natsRelease, verifyChecksum } from './nats-release.ts'

const run = promisify(execFile)
const cpu = process.arch === 'x64' ? 'amd64' : process.arch
const name = `nats-server-v${natsRelease.version}-${process.platform}-${cpu}`

let folder: string
let server: Server
let url: string
let archive: Buffer
let requests: string[]
const files = new Map<string, Buffer>()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-release-'))
  await mkdir(join(folder, name))
  await writeFile(join(folder, name, 'nats-server'), '#!/bin/sh\necho "nats-server: v2.11.6"\n')
  await chmod(join(folder, name, 'nats-server'), 0o755)
  await run('tar', ['-czf', join(folder, 'a.tar.gz'), '-C', folder, name])
  archive = await readFile(join(folder, 'a.tar.gz'))
  requests = []
  files.clear()
  server = createServer((request, response) => {
    const file = (request.url ?? '').split('/').at(-1) ?? ''
    requests.push(file)
    const body = files.get(file)
    response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const cache = () => join(folder, 'cache')

test('downloads the release once and verifies it', async () => {
  files.set(`${name}.tar.gz`, archive)
  files.set(
    'SHA256SUMS',
    Buffer.from(`${'0'.repeat(64)}  other.zip\n${sum(archive)}  ${name}.tar.gz\n`),
  )
  const program = await downloadNatsRelease({ url, folder: cache() })
  expect((await run(program)).stdout).toContain('v2.11.6')
  expect(await downloadNatsRelease({ url, folder: cache() })).toBe(program)
  expect(requests).toEqual([`${name}.tar.gz`, 'SHA256SUMS'])
})

test('rejects an archive if its checksum is wrong', async () => {
  files.set(`${name}.tar.gz`, archive)
  files.set('SHA256SUMS', Buffer.from(`${sum(Buffer.from('other'))}  ${name}.tar.gz\n`))
  await expect(downloadNatsRelease({ url, folder: cache() })).rejects.toThrow(
    /checksum .* is wrong/,
  )
  expect(await readdir(cache()).catch(() => [])).toEqual([])
})

test('rejects an archive if it has no checksum', () => {
  expect(() =>
    verifyChecksum(archive, `${sum(archive)}  elsewhere.tar.gz`, `${name}.tar.gz`),
  ).toThrow(/does not name/)
})

test('reports one error line if the download fails', async () => {
  await expect(downloadNatsRelease({ url, folder: cache() })).rejects.toThrow(
    /could not be fetched \(status 404\)/,
  )
})
