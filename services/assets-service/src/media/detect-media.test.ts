import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostileMedia } from '../../test/hostile-media.ts'
import { fileType, samples, variants } from '../../test/media-samples.ts'
import { detectMedia, headBytes } from './detect-media.ts'

const execFileAsync = promisify(execFile)

const contentTypes = {
  png: 'image/png',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  wav: 'audio/wav',
  mp4: 'video/mp4',
} as const
/** Each sample's header size in bytes. A file that is cut before this size is invalid. */
const headers = { png: 34, gif: 38, jpg: 132, webp: 30, avif: 32, wav: 44, mp4: 32 } as const
const kinds = Object.keys(samples) as (keyof typeof samples)[]
const detect = async (file: Buffer) =>
  (await detectMedia(file.subarray(0, headBytes), file.length <= headBytes))?.contentType

describe('detectMedia', () => {
  it.each(kinds)('detects %s by its bytes', async (kind) => {
    expect(await detectMedia(samples[kind], true)).toEqual({
      contentType: contentTypes[kind],
      extension: kind,
      mediaClass: kind === 'wav' ? 'audio' : kind === 'mp4' ? 'video' : 'image',
    })
  })

  it.each(Object.entries(variants))('detects %s', async (name, file) => {
    expect(await detect(file)).toBe(contentTypes[name.split(',')[0] as keyof typeof contentTypes])
  })

  it.each(kinds)('rejects %s if it is cut anywhere in its header', async (kind) => {
    for (let cut = 0; cut < headers[kind]; cut++) {
      expect(await detect(samples[kind].subarray(0, cut)), `cut at ${cut}`).toBeUndefined()
    }
  })

  it.each(kinds)('does not throw if %s is cut anywhere', async (kind) => {
    for (let cut = 0; cut < samples[kind].length; cut++) {
      const found = await detect(samples[kind].subarray(0, cut))
      expect([undefined, contentTypes[kind]]).toContain(found)
    }
  })

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    [
      'an SVG image',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    [
      'an SVG image behind a declaration',
      Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['an HTML page', Buffer.from('<!doctype html><html><script>alert(1)</script></html>')],
    ['text', Buffer.from('just text')],
    ['a PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n', 'latin1')],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0', 'latin1')],
    ['a zip archive', Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1')],
    [
      'a script behind a GIF signature',
      Buffer.from('GIF89a/*<svg/onload=alert(1)>*/=alert(1);//'.padEnd(200)),
    ],
    [
      'a page behind a PNG signature',
      Buffer.from('\x89PNG\r\n\x1a\n<html><script>alert(1)</script>'.padEnd(200), 'latin1'),
    ],
    [
      'a page behind a JPEG signature',
      Buffer.from('\xff\xd8\xff<html><script>alert(1)</script>'.padEnd(200), 'latin1'),
    ],
    [
      'a page behind an APP0 marker',
      Buffer.from('\xff\xd8\xff\xe0<html><script>alert(1)</script>'.padEnd(30_000), 'latin1'),
    ],
    [
      'a page behind a RIFF form',
      Buffer.from('RIFF\x10\0\0\0WEBP<html><script>alert(1)</script>', 'latin1'),
    ],
    [
      'a wave form without a format',
      Buffer.from('RIFF\x10\0\0\0WAVEdata\x04\0\0\0abcd'.padEnd(100), 'latin1'),
    ],
    [
      'a page behind a file type box',
      Buffer.concat([samples.mp4.subarray(0, 32), Buffer.from('<html><script>')]),
    ],
    [
      'a file type box of unknown brands',
      Buffer.from('\0\0\0\x18ftypEVIL\0\0\0\0EVILevil', 'latin1'),
    ],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['HEIC led by the brand of any image', fileType('mif1', 'mif1', 'heic')],
    ['an image that claims both codings', fileType('mif1', 'avif', 'heic')],
    ['an image of neither coding', fileType('mif1', 'mif1', 'miaf')],
    ['sound alone in an MP4 file', fileType('M4A ', 'M4A ', 'mp42', 'isom')],
    ['a 3GPP file', fileType('3gp5', '3gp5', 'isom')],
    ['QuickTime', Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'latin1')],
    ['AVI', Buffer.from('RIFF\x10\0\0\0AVI LIST\x04\0\0\0hdrl', 'latin1')],
    ['BMP', Buffer.from('BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0', 'latin1')],
    ['MP3', Buffer.from('ID3\x04\0\0\0\0\0\x0a', 'latin1')],
  ])('rejects %s', async (_, file) => {
    expect(await detect(file)).toBeUndefined()
    // A longer file with the same beginning must not pass either.
    expect(
      await detectMedia(
        Buffer.concat([file, Buffer.alloc(headBytes)]).subarray(0, headBytes),
        false,
      ),
    ).toBeUndefined()
  })

  it('needs little memory when a file is made to exhaust it', async ({ onTestFinished }) => {
    const directory = await mkdtemp(join(tmpdir(), 'hostile-media-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    const files = Object.values(hostileMedia)
    await Promise.all(files.map((file, at) => writeFile(join(directory, `${at}`), file)))
    // The files themselves were made with much memory, so another process measures.
    const script = `
      import { readdirSync, readFileSync } from 'node:fs'
      import { detectMedia } from ${JSON.stringify(new URL('./detect-media.ts', import.meta.url))}
      const directory = process.argv[1] + '/'
      const files = readdirSync(directory).map((name) => readFileSync(directory + name))
      const before = process.resourceUsage().maxRSS
      const types = []
      for (const file of files) types.push(await detectMedia(file, true))
      console.log(JSON.stringify({ types, kilobytes: process.resourceUsage().maxRSS - before }))`
    const args = ['--input-type=module', '-e', script, directory]
    const { stdout } = await execFileAsync(process.execPath, args)
    const { types, kilobytes } = JSON.parse(stdout) as { types: unknown[]; kilobytes: number }
    expect(types).toEqual(files.map(() => null))
    expect(kilobytes).toBeLessThan(50_000)
  })

  it('does not throw for any bytes', async () => {
    const any = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
    const mutated = fc
      .tuple(
        fc.constantFrom(...kinds),
        fc.array(fc.tuple(fc.nat(150), fc.nat(255)), { maxLength: 4 }),
        fc.boolean(),
      )
      .map(([kind, changes]) => {
        const file = Buffer.from(samples[kind])
        for (const [at, value] of changes) if (at < file.length) file[at] = value
        return file
      })
    await fc.assert(
      fc.asyncProperty(fc.oneof(any, mutated), fc.boolean(), async (file, complete) => {
        const found = await detectMedia(file, complete)
        if (found) expect(Object.values(contentTypes)).toContain(found.contentType)
      }),
      { numRuns: 2000 },
    )
  })
})
