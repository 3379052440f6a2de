import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../run-command.ts'

const forms: string[] = []
const platform = createServer(async (request, response) => {
  forms.push(await text(request))
  response
    .writeHead(201, { 'content-type': 'application/json' })
    .end('{"url":"https://api.example/1.png"}')
})
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-upload-'))
  await writeFile(join(folder, 'Ménü.png'), 'bytes')
  await once(platform.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  platform.close()
  platform.closeAllConnections()
  await rm(folder, { recursive: true, force: true })
})

async function upload(...flags: string[]) {
  const { port } = platform.address() as AddressInfo
  const out: string[] = []
  const code = await runCommand(['assets', 'upload', join(folder, 'Ménü.png'), ...flags], {
    env: {
      ATRIUM_URL: `http://127.0.0.1:${port}`,
      ATRIUM_API_KEY: 'atr_x',
      XDG_CONFIG_HOME: folder,
    },
    write: (line) => void out.push(line),
    error: (line) => void out.push(line),
  })
  return { code, out, form: forms.pop() ?? '' }
}

test('uploads a file under its name and strips its location unless told to keep it', async () => {
  const plain = await upload()
  expect(plain).toMatchObject({ code: 0, out: ['https://api.example/1.png'] })
  expect(plain.form).toContain('filename="Ménü.png"')
  expect(plain.form).not.toContain('keepMetadata')
  const kept = await upload('--keep-metadata', '--private')
  expect(kept.form).toMatch(/name="keepMetadata"\r\n\r\ntrue\r\n/)
  expect(kept.form).toMatch(/name="visibility"\r\n\r\npriv\r\n/)
})
