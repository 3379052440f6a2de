import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileAnswer } from '@atrium/sdk'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeAnswer } from './write-file.ts'

let folder: string
const before = process.cwd()
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-files-'))
  process.chdir(folder)
})
afterEach(async () => {
  process.chdir(before)
  await rm(folder, { recursive: true, force: true })
})

const fileNamed = (fileName: string | undefined, text = 'x'): FileAnswer => {
  const response = new Response(text)
  return {
    contentType: 'text/plain',
    fileName,
    size: undefined,
    stream: response.body as ReadableStream<Uint8Array>,
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
    text: () => response.text(),
  }
}
const lines: string[] = []
const io = { env: {}, write: (line: string) => void lines.push(line), error: () => {} }

test.each([
  ['.npmrc', 'npmrc'],
  ['..\u001b]0;x\u0007.envrc', ']0;x .envrc'],
  ['-rf', 'rf'],
  ['. .', 'answer'],
  ['Rechnung €.pdf', 'Rechnung €.pdf'],
  [undefined, 'answer'],
])('turns the proposed name %j into the plain file name %s', async (proposed, name) => {
  expect(await writeAnswer(io, fileNamed(proposed), undefined)).toBe(name)
  expect(await readdir(folder)).toEqual([name])
  await expect(writeAnswer(io, fileNamed(proposed), undefined)).rejects.toThrow('exists')
})

test("escapes a file's control characters if it is printed on a terminal", async () => {
  expect(await writeAnswer({ ...io, columns: 80 }, fileNamed('a.csv', 'a,b'), '-')).toBe(
    'the standard output',
  )
  expect(lines).toEqual(['a,b'])
})
