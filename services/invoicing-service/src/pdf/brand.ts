import { type PDFDocument, rgb } from '@cantoo/pdf-lib'
import { black, grey, page, type Sheet } from './sheet.ts'

/** Returns the relative luminance of a colour, 0 to 1 (WCAG 2). */
function luminance(channels: readonly number[]): number {
  const linear = channels.map((value) =>
    value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  const [red = 0, green = 0, blue = 0] = linear
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * Returns the colours of a brand `#rrggbb`. A title stays black if the brand's contrast to white is
 * below 4.5.
 */
export function toBrand(color: string | null) {
  if (color === null || !/^#[0-9a-f]{6}$/i.test(color))
    return { line: grey, text: black, bar: null }
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels
  const brandColor = rgb(red, green, blue)
  const contrast = 1.05 / (luminance(channels) + 0.05)
  return { line: brandColor, text: contrast >= 4.5 ? brandColor : black, bar: brandColor }
}

export type Brand = ReturnType<typeof toBrand>

const logoBox = { width: 160, height: 48 }

/**
 * Draws the organisation's bar and logo (JPEG) at the top. A file that is not a JPEG is left out.
 */
export async function drawLogo(
  sheet: Sheet,
  document: PDFDocument,
  bytes: Uint8Array | null,
  brand: Brand,
) {
  if (brand.bar !== null) {
    sheet.page.drawRectangle({
      x: 0,
      y: page.height - 6,
      width: page.width,
      height: 6,
      color: brand.bar,
    })
  }
  const image = bytes && (await document.embedJpg(bytes).catch(() => null))
  if (image === null) return
  const { width, height } = image.scaleToFit(logoBox.width, logoBox.height)
  sheet.page.drawImage(image, { x: page.margin, y: page.height - 24 - height, width, height })
  sheet.down(height + 4)
}
