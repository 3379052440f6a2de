import { readdir, readFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sharp from 'sharp'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createPicturePool, type PicturePool, type PicturePoolOptions } from './picture-pool.ts'
import { PictureError, type PictureType, type PictureWork } from './picture-work.ts'

const pools: PicturePool[] = []
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.stop()))
})
const open = (options?: PicturePoolOptions) => {
  const pool = createPicturePool(options)
  pools.push(pool)
  return pool
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c85028' }, limitInputPixels: false })
const checkWork = (type: PictureType): PictureWork => ({ do: 'check', type, keepMetadata: false })
const check = (pool: PicturePool, bytes: Buffer, type: PictureType, lane = 'one') =>
  pool.run({ lane, work: checkWork(type), read: async () => bytes })
const readProblem = async (outcome: Promise<unknown>): Promise<string> =>
  outcome.then(
    () => 'none',
    (error: unknown) => (error instanceof PictureError ? error.problem : `other: ${String(error)}`),
  )

/** Counts this process's children that still run. Works on Linux only. */
async function countChildren(): Promise<number> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    all.map((pid) =>
      readFile(`/proc/${pid}/stat`, 'latin1').then(
        (text) => text.split(') ')[1]?.split(' ')[1],
        () => '',
      ),
    ),
  )
  return parents.filter((parent) => parent === String(process.pid)).length
}

test('draws a thumbnail in another process', async () => {
  const pool = open()
  const png = await plain(600, 300).png().toBuffer()
  const before = await countChildren()
  const thumbnail = await pool.run({
    lane: 'one',
    work: { do: 'thumbnail', type: 'png', width: 160 },
    read: async () => png,
  })
  expect(await sharp(thumbnail ?? undefined).metadata()).toMatchObject({
    format: 'png',
    width: 160,
    height: 80,
  })
  expect(await countChildren()).toBe(before + 1)
  await pool.stop()
  expect(await countChildren()).toBe(before)
})

test('measures a picture as it is shown, from its header alone', async () => {
  const pool = open()
  const turned = await plain(60, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const frames = Buffer.alloc(10 * 20 * 3)
  const moving = await sharp(frames, {
    raw: { width: 10, height: 20, channels: 3, pageHeight: 10 },
  })
    .gif()
    .toBuffer()
  const measure = (bytes: Buffer, type: PictureType) =>
    pool.measure({ lane: 'one', type, read: async () => bytes })
  expect(await measure(turned, 'jpg')).toEqual({ width: 20, height: 60 })
  expect(await measure(moving, 'gif')).toEqual({ width: 10, height: 10 })
  expect(await measure(await plain(15_000, 15_000).png().toBuffer(), 'png')).toMatchObject({
    width: 15_000,
  })
  expect(await readProblem(measure(turned, 'png'))).toBe('unreadable')
  expect(await readProblem(measure(Buffer.from('none'), 'png'))).toBe('unreadable')
})

test('keeps no result when its process stays alive', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const pool = open()
  const png = await plain(600, 300).png().toBuffer()
  const draw = async () => {
    const work = { do: 'thumbnail', type: 'png', width: 160 } as const
    return new WeakRef((await pool.run({ lane: 'one', work, read: async () => png })) ?? {})
  }
  const results = [await draw(), await draw(), await draw()]
  await vi.waitFor(() => {
    collectGarbage()
    expect(results.filter((one) => one.deref() !== undefined)).toHaveLength(0)
  }, 5_000)
})

describe('the picture check', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'refuses a %s if it is cut off',
    async (format) => {
      const noise = Buffer.from(Array.from({ length: 90_000 }, (_, at) => (at * at * 7) % 251))
      const whole = await sharp(noise, { raw: { width: 200, height: 150, channels: 3 } })
        .toFormat(format)
        .toBuffer()
      const type = format === 'jpeg' ? 'jpg' : format
      const pool = open()
      expect(await readProblem(check(pool, whole, type))).toBe('none')
      for (const part of [0.5, 0.9]) {
        const cut = whole.subarray(0, Math.floor(whole.length * part))
        expect([part, await readProblem(check(pool, cut, type))]).toEqual([part, 'unreadable'])
      }
    },
  )

  test('refuses a sequence if its last pictures are cut off', async () => {
    const noise = Buffer.from(Array.from({ length: 90_000 }, (_, at) => (at * at * 7) % 251))
    const moving = await sharp(noise, {
      raw: { width: 100, height: 300, channels: 3, pageHeight: 100 },
    })
      .gif()
      .toBuffer()
    const pool = open()
    expect(await readProblem(check(pool, moving, 'gif'))).toBe('none')
    expect(await readProblem(check(pool, moving.subarray(0, moving.length - 200), 'gif'))).toBe(
      'unreadable',
    )
  })

  test('limits the pixels of each type, across all pictures of a sequence', async () => {
    const pool = open()
    const frames = Buffer.from(Array.from({ length: 7 * 300 }, (_, at) => (at * at) % 251))
    const moving = await sharp(frames, {
      raw: { width: 10, height: 70, channels: 3, pageHeight: 10 },
    })
      .gif()
      .toBuffer()
    // Sets the canvas size. Each frame paints only a part of the canvas.
    moving.writeUInt16LE(2_000, 6)
    moving.writeUInt16LE(2_000, 8)
    const pictures: [string, PictureType, Buffer, string][] = [
      ['101 megapixels', 'png', await plain(10_100, 10_000).png().toBuffer(), 'too_large'],
      ['100 megapixels', 'png', await plain(10_000, 10_000).png().toBuffer(), 'none'],
      ['101 megapixels', 'jpg', await plain(10_100, 10_000).jpeg().toBuffer(), 'too_large'],
      [
        '26 megapixels',
        'avif',
        await plain(5_200, 5_000).avif({ effort: 0 }).toBuffer(),
        'too_large',
      ],
      ['28 megapixels in 7 frames', 'gif', moving, 'too_large'],
    ]
    for (const [name, type, bytes, problem] of pictures) {
      expect([name, type, await readProblem(check(pool, bytes, type))]).toEqual([
        name,
        type,
        problem,
      ])
    }
  })

  test('refuses a type other than the expected one', async () => {
    expect(await readProblem(check(open(), await plain(20, 20).png().toBuffer(), 'jpg'))).toBe(
      'unreadable',
    )
  })
})

test('kills a process when it exceeds its memory limit and starts a new one for the next picture', async () => {
  const pool = open({ memoryLimit: 200_000_000 })
  const heavy = await plain(5_000, 5_000).avif({ effort: 0 }).toBuffer()
  const light = await plain(20, 20).png().toBuffer()
  expect(await readProblem(check(pool, heavy, 'avif'))).toBe('too_large')
  expect(await readProblem(check(pool, light, 'png'))).toBe('none')
})

test('takes no service memory for 20 hostile pictures at once', async () => {
  const pool = open()
  // A decoded JPEG is as large as an AVIF, but decodes in a tenth of the time.
  const heavy = await plain(5_000, 5_000).jpeg().toBuffer()
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 5)
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, at) => readProblem(check(pool, heavy, 'jpg', `lane ${at % 3}`))),
  )
  clearInterval(watch)
  expect(new Set(outcomes)).toEqual(new Set(['none']))
  // A single decoded picture takes 75 MB.
  expect(peak - before).toBeLessThan(60_000_000)
})

test('fails only the picture that takes too long', async () => {
  const pool = open({ longestMs: 1 })
  expect(await readProblem(check(pool, await plain(20, 20).png().toBuffer(), 'png'))).toBe(
    'too_large',
  )
})

test('lets lanes take turns and refuses only a full lane', async () => {
  const pool = open({ most: { all: 6, lane: 4 } })
  const order: string[] = []
  const png = await plain(20, 20).png().toBuffer()
  const run = (lane: string) =>
    readProblem(
      pool.run({
        lane,
        work: checkWork('png'),
        read: async () => {
          order.push(lane)
          return png
        },
      }),
    )
  // One of them runs, four wait.
  const flood = Array.from({ length: 10 }, () => run('flood'))
  const other = [run('other'), run('other')]
  const late = run('late')
  expect((await Promise.all(flood)).filter((problem) => problem === 'busy')).toHaveLength(5)
  expect(await Promise.all([...other, late])).toEqual(['none', 'none', 'none'])
  expect(order.indexOf('late')).toBeLessThan(order.lastIndexOf('flood'))
})

test('runs one picture per lane at a time, so that slow ones leave a process to the others', async () => {
  const pool = open()
  const png = await plain(20, 20).png().toBuffer()
  const held = Promise.withResolvers<Buffer>()
  const slow = Array.from({ length: 3 }, () =>
    pool.run({ lane: 'slow', work: checkWork('png'), read: () => held.promise }),
  )
  expect(await readProblem(check(pool, png, 'png', 'quick'))).toBe('none')
  held.resolve(png)
  await Promise.all(slow)
})

test('rejects waiting pictures when it stops', async () => {
  const pool = open()
  const png = await plain(20, 20).png().toBuffer()
  const outcomes = Array.from({ length: 5 }, () => readProblem(check(pool, png, 'png')))
  await pool.stop()
  expect((await Promise.all(outcomes)).slice(1)).toEqual(Array.from({ length: 4 }, () => 'stopped'))
  expect(await readProblem(check(pool, png, 'png'))).toBe('stopped')
})
