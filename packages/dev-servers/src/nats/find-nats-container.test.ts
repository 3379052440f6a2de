import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { containerImages } from '../containers/container-images.ts'
import { findNatsContainer } from './find-nats-container.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-docker-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Puts a `docker` on the search path that runs the given script and records its arguments. */
async function engine(commands: {
  info: string
  image: string
  pull: string
}): Promise<NodeJS.ProcessEnv> {
  const cases = Object.entries(commands).map(([name, does]) => `${name}) ${does} ;;`)
  const script = `#!/bin/sh\necho "$*" >> ${folder}/asked\ncase $1 in\n${cases.join('\n')}\nesac\n`
  await writeFile(join(folder, 'docker'), script)
  await chmod(join(folder, 'docker'), 0o755)
  return { PATH: `${folder}:/usr/bin:/bin` }
}
const asked = async () => (await readFile(join(folder, 'asked'), 'utf8')).trim().split('\n')
const found = { kind: 'container', image: containerImages.nats }

test('uses an image without a pull if it is present', async () => {
  const env = await engine({ info: 'echo 28', image: 'echo id', pull: 'exit 1' })
  expect(await findNatsContainer(() => {}, env)).toEqual(found)
  expect((await asked()).some((line) => line.startsWith('pull'))).toBe(false)
})

test('pulls the image first if it is absent, with a log line', async () => {
  const lines: string[] = []
  const env = await engine({ info: 'echo 28', image: 'exit 1', pull: 'echo done' })
  expect(await findNatsContainer((line) => lines.push(line), env)).toEqual(found)
  expect((await asked()).at(-1)).toBe(`pull --quiet ${containerImages.nats}`)
  expect(lines).toEqual([expect.stringContaining(containerImages.nats)])
})

test('throws the reason if the pull fails, so that the next source is tried', async () => {
  const env = await engine({
    info: 'echo 28',
    image: 'exit 1',
    pull: 'echo "no such host" >&2; exit 1',
  })
  await expect(findNatsContainer(() => {}, env)).rejects.toThrow(
    `${containerImages.nats} cannot be pulled: no such host`,
  )
})

test('finds no image if docker or its engine is missing', async () => {
  const env = await engine({ info: 'exit 1', image: 'echo id', pull: 'echo done' })
  expect(await findNatsContainer(() => {}, env)).toBeUndefined()
  expect(await findNatsContainer(() => {}, { PATH: '/nowhere' })).toBeUndefined()
})
