import type { Page } from 'playwright-core'
import { inject } from 'vitest'

/** A file in the form that Playwright uploads. */
export interface PictureFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Paints pictures in different colours. */
export async function paintPictures(
  page: Page,
  pictures: ReadonlyArray<{
    readonly name: string
    readonly width: number
    readonly height: number
  }>,
): Promise<PictureFile[]> {
  const painted = await page.evaluate(
    (wanted) =>
      wanted.map(({ width, height }, index) => {
        const canvas = Object.assign(document.createElement('canvas'), { width, height })
        const context = canvas.getContext('2d')
        if (context === null) throw new Error('nothing paints here')
        const sky = context.createLinearGradient(0, 0, 0, height)
        sky.addColorStop(0, `hsl(${(200 + index * 47) % 360} 70% 62%)`)
        sky.addColorStop(1, `hsl(${(230 + index * 47) % 360} 60% 88%)`)
        context.fillStyle = sky
        context.fillRect(0, 0, width, height)
        context.fillStyle = `hsl(${(210 + index * 47) % 360} 45% 32%)`
        context.beginPath()
        context.moveTo(0, height)
        context.lineTo(width * 0.35, height * 0.4)
        context.lineTo(width * 0.6, height * 0.75)
        context.lineTo(width * 0.8, height * 0.5)
        context.lineTo(width, height)
        context.fill()
        return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length)
      }),
    pictures,
  )
  return pictures.map(({ name }, index) => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(painted[index] ?? '', 'base64'),
  }))
}

/** Paints a square of noise, which PNG cannot compress. `side` is in pixels. */
export async function paintNoise(page: Page, name: string, side: number): Promise<PictureFile> {
  const base64 = await page.evaluate((side) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('nothing paints here')
    const noise = context.createImageData(side, side)
    for (let at = 0; at < noise.data.length; at += 65_536) {
      crypto.getRandomValues(noise.data.subarray(at, at + 65_536))
    }
    for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255
    context.putImageData(noise, 0, 0)
    return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length)
  }, side)
  return { name, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') }
}

/** Stores a picture in the library. Returns its URL. */
export async function storePicture(page: Page): Promise<string> {
  const [file] = await paintPictures(page, [{ name: 'sail.png', width: 64, height: 64 }])
  if (file === undefined) throw new Error('no picture was painted')
  const answer = await page.request.post('/api/assets', {
    headers: { origin: inject('platform').url },
    multipart: { visibility: 'pub', file },
  })
  return ((await answer.json()) as { url: string }).url
}
