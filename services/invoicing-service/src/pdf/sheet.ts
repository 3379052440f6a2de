import {
  beginText,
  endMarkedContent,
  endText,
  type PDFDocument,
  type PDFFont,
  PDFHexString,
  type PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type RGB,
  rgb,
  setFillingRgbColor,
  setFontAndSize,
  setLineWidth,
  setStrokingRgbColor,
  setTextMatrix,
  setTextRenderingMode,
  showText,
  TextRenderingMode,
} from '@cantoo/pdf-lib'
import type { SetLine, Typesetter } from './typesetter.ts'
import { readsRightToLeft } from './visual-runs.ts'

/**
 * Begins glyphs with a replacement text that readers search and copy (ISO 32000-1, 14.9.4,
 * `ActualText`).
 */
const beginReplacement = (text: string): PDFOperator =>
  PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [
    '/Span',
    `<</ActualText ${PDFHexString.fromText(text)}>>`,
  ])

export const page = { width: 595.28, height: 841.89, margin: 50, footer: 62 } as const
export const right = page.width - page.margin
export const black = rgb(0, 0, 0)
export const grey = rgb(0.4, 0.4, 0.4)

export interface TextStyle {
  size?: number
  bold?: boolean
  color?: RGB
}

// Japanese and Chinese lines do not begin with these (JIS X 4051).
const neverFirst =
  /^[、。，．・：；？！）〕］｝〉》」』】〙〗’”ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々〻‥…%％°,.!?:;)\]}]/u
// They do not end with these.
const neverLast = /[「『（〔［｛〈《【〘〖‘“([{]$/u
const carriedAtMost = 3
// A space next to these is no place for a line break either.
const gaps = /(?<![「『（〔［｛〈《【〘〖])\s+(?![、。，．・：；？！）〕］｝〉》」』】〙〗])/u

/**
 * Returns the part of a full line to keep. The next line then does not begin with punctuation, and
 * this one does not end with an opening bracket.
 */
function endLine(piece: string, next: string): string {
  const characters = Array.from(piece)
  let first = next
  for (let carried = 0; carried <= carriedAtMost && characters.length > 0; carried += 1) {
    const isGood = !neverFirst.test(first) && !neverLast.test(characters.at(-1) ?? '')
    if (isGood) return characters.join('')
    first = characters.pop() ?? ''
  }
  return piece
}

/** A document that starts a new page when a line needs one. */
export class Sheet {
  readonly #document: PDFDocument
  readonly #typesetter: Typesetter
  readonly #widths = new Map<string, number>()
  readonly #fontNames = new Map<PDFPage, Map<PDFFont, PDFName>>()
  page: PDFPage
  y: number

  constructor(document: PDFDocument, typesetter: Typesetter) {
    this.#document = document
    this.#typesetter = typesetter
    this.page = document.addPage([page.width, page.height])
    this.y = page.height - page.margin
  }

  /** Switches to an existing page, for example to draw all page footers at the end. */
  turnTo(existing: PDFPage, y: number): void {
    this.page = existing
    this.y = y
  }

  /**
   * Moves down, or starts a page if there is no room above the footer. Returns true if it started a
   * page.
   */
  down(height: number): boolean {
    this.y -= height
    if (this.y > page.footer + 14) return false
    this.page = this.#document.addPage([page.width, page.height])
    this.y = page.height - page.margin
    return true
  }

  /** Starts a page if the rest of this one is lower than `height`, and a whole page is not. */
  keep(height: number): boolean {
    const least = page.footer + 14
    const isTooHigh = height > page.height - page.margin - least
    return !isTooHigh && this.y - height < least ? this.down(this.y) : false
  }

  text(value: string, x: number, style: TextStyle = {}): void {
    this.#show(this.#line(value, style), x, style)
  }

  textToLeftOf(value: string, x: number, style: TextStyle = {}): void {
    const line = this.#line(value, style)
    this.#show(line, x - line.width * (style.size ?? 10), style)
  }

  /**
   * Draws one line of a paragraph, at the right of its column if the paragraph reads from right to
   * left.
   */
  textIn(
    value: string,
    x: number,
    width: number,
    style: TextStyle & { rightToLeft?: boolean } = {},
  ): void {
    if (style.rightToLeft !== true) {
      this.text(value, x, style)
      return
    }
    const line = this.#typesetter.set(this.#typesetter.drawable(value), style.bold, 'rtl')
    this.#show(line, x + width - line.width * (style.size ?? 10), style)
  }

  /** True if a block of this height ends above the footer of the current page. */
  hasRoom(height: number): boolean {
    return this.y - height >= page.footer + 14
  }

  /** Measured in points. */
  widthOf(value: string, style: TextStyle = {}): number {
    return this.#line(value, style).width * (style.size ?? 10)
  }

  /** Draws the lines of a text below each other and starts pages if needed. */
  paragraph(
    value: string,
    x: number,
    width: number,
    { leading, ...style }: TextStyle & { leading: number },
  ): void {
    const rightToLeft = readsRightToLeft(value)
    for (const line of this.wrapLines(value, width, style.size)) {
      this.textIn(line, x, width, { ...style, rightToLeft })
      this.down(leading)
    }
  }

  rule(color: RGB = grey): void {
    this.page.drawLine({
      start: { x: page.margin, y: this.y },
      end: { x: right, y: this.y },
      thickness: 0.5,
      color,
    })
  }

  /** Wraps a text and keeps its line breaks. */
  wrapLines(value: string, width: number, size = 10): string[] {
    return value.split(/\r\n?|\n/).flatMap((line) => this.wrap(line, width, size))
  }

  /** Wraps a text to lines at most `width` points wide. A longer word is broken. */
  wrap(value: string, width: number, size = 10): string[] {
    const lines: string[] = []
    let line = ''
    let used = 0
    for (const word of this.#typesetter.drawable(value).split(gaps)) {
      for (const piece of this.#pieces(word, width, size)) {
        const more = this.#widthOf(piece) * size
        const joined = used + this.#widthOf(' ') * size + more
        const fits = line !== '' && joined <= width
        if (line !== '' && !fits) lines.push(line)
        line = fits ? `${line} ${piece}` : piece
        used = fits ? joined : more
      }
    }
    return [...lines, line]
  }

  #line(value: string, { bold = false }: TextStyle): SetLine {
    return this.#typesetter.set(this.#typesetter.drawable(value), bold)
  }

  #show(line: SetLine, x: number, { size = 10, color = black }: TextStyle): void {
    let at = x
    const operators = [beginText(), setFillingRgbColor(color.red, color.green, color.blue)]
    for (const { font, glyphs, width, says, bolder } of line.runs) {
      const mode = bolder ? TextRenderingMode.FillAndOutline : TextRenderingMode.Fill
      if (bolder)
        operators.push(
          setTextRenderingMode(mode),
          setLineWidth(size / 35),
          setStrokingRgbColor(color.red, color.green, color.blue),
        )
      if (says !== undefined) operators.push(beginReplacement(says))
      operators.push(setFontAndSize(this.#nameOf(font), size))
      for (const { hex, x, y, invisible } of glyphs) {
        if (invisible) operators.push(setTextRenderingMode(TextRenderingMode.Invisible))
        operators.push(
          setTextMatrix(1, 0, 0, 1, at + x * size, this.y + y * size),
          showText(PDFHexString.of(hex)),
        )
        if (invisible) operators.push(setTextRenderingMode(mode))
      }
      if (says !== undefined) operators.push(endMarkedContent())
      if (bolder) operators.push(setTextRenderingMode(TextRenderingMode.Fill))
      at += width * size
    }
    this.page.pushOperators(...operators, endText())
  }

  #nameOf(font: PDFFont): PDFName {
    const names = this.#fontNames.get(this.page) ?? new Map<PDFFont, PDFName>()
    this.#fontNames.set(this.page, names)
    const name = names.get(font) ?? this.page.node.newFontDictionary(font.name, font.ref)
    names.set(font, name)
    return name
  }

  #pieces(word: string, width: number, size: number): string[] {
    // Most words fit, because the sum of the characters is at least the width of the shaped word.
    const pieces: string[] = []
    let piece = ''
    let used = 0
    for (const character of word) {
      const more = this.#widthOf(character) * size
      if (piece !== '' && used + more > width && !/\p{M}/u.test(character)) {
        const kept = endLine(piece, character)
        pieces.push(kept)
        piece = piece.slice(kept.length)
        used = this.#widthOf(piece) * size
      }
      piece += character
      used += more
    }
    return [...pieces, piece]
  }

  // Sums character widths, each measured once, because shaping whole lines takes a thousand times
  // as long.
  #widthOf(text: string): number {
    let width = 0
    for (const character of text) {
      const characterWidth = this.#widths.get(character) ?? this.#typesetter.widthOf(character)
      this.#widths.set(character, characterWidth)
      width += characterWidth
    }
    return width
  }
}
