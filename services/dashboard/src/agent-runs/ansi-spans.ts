import Anser from 'anser'

export interface Span {
  readonly text: string
  readonly looks: readonly string[]
}

const kept = new Set(['bold', 'dim', 'italic', 'underline'])
// Cursor movements and titles mean nothing in a list of lines.
const otherControls =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
  /\u001b(?:\[[0-9;?]{0,20}[A-HJKSTfhln]|\][^\u0007\u001b]{0,300}(?:\u0007|\u001b\\))/gu

const colour = (ground: 'fg' | 'bg', name: string | null): string[] => {
  const [, bright, plain] =
    /^ansi-(bright-)?(black|red|green|yellow|blue|magenta|cyan|white)$/.exec(name ?? '') ?? []
  return plain === undefined
    ? []
    : [`${ground}-${plain}`, ...(bright === undefined ? [] : ['bright'])]
}

/** Returns what remains visible after a line overwrote itself, for example a progress bar. */
const lastState = (text: string): string => text.slice(text.lastIndexOf('\r') + 1)

const changesAtMost = 50
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what it looks for.
const changeOfLook = /\u001b\[[0-9;]{0,40}m/gu

/**
 * Returns the text up to the last visible style change, and the rest without style changes. A
 * hostile line can have thousands of changes.
 */
function shownChanges(text: string): readonly [text: string, rest: string] {
  let count = 0
  for (const { index } of text.matchAll(changeOfLook)) {
    count += 1
    if (count > changesAtMost)
      return [text.slice(0, index), text.slice(index).replace(changeOfLook, '')]
  }
  return [text, '']
}

/** Splits a terminal line into spans with one look each (ECMA-48, "Select graphic rendition"). */
export function parseSpans(line: string): readonly Span[] {
  const [text, rest] = shownChanges(lastState(line).replace(otherControls, ''))
  const plain = rest === '' ? [] : [{ text: rest, looks: [] }]
  if (!text.includes('\u001b')) return [...(text === '' ? [] : [{ text, looks: [] }]), ...plain]
  const parts = Anser.ansiToJson(text, { use_classes: true, remove_empty: true }).map((part) => ({
    text: part.content,
    looks: [
      ...colour('fg', part.fg),
      ...colour('bg', part.bg),
      ...new Set(part.decorations.filter((decoration) => kept.has(decoration))),
    ],
  }))
  return [...parts, ...plain]
}

export const plainText = (line: string): string =>
  lastState(line).replace(otherControls, '').replace(changeOfLook, '')

/**
 * The most characters of a line to draw at once, because the browser lays out a line as a whole.
 */
const drawnAtMost = 2_000
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what it looks for.
const begunControl = /\u001b[^\u001b]{0,40}$/
const begunPair = /[\uD800-\uDBFF]$/

/**
 * Cuts an endless line. Returns its unchanged beginning and the number of characters after the cut.
 */
export function cutBeginning(line: string): { beginning: string; left: number } {
  const state = lastState(line)
  if (state.length <= drawnAtMost) return { beginning: state, left: 0 }
  const cut = state.slice(0, drawnAtMost).replace(begunPair, '')
  const [control = ''] = begunControl.exec(cut) ?? []
  const beginning = /[a-zA-Z]/.test(control) ? cut : cut.slice(0, cut.length - control.length)
  return { beginning, left: state.length - beginning.length }
}
