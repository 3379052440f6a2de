import { z } from 'zod'
import { normalizeText } from '../core/normalize-text.ts'
import { visible } from '../core/schemas.ts'

/** Characters of the name of a file at most. */
export const maxFileName = 200
/** Characters that are cleaned at most; nobody reads a longer name. */
const mostRead = 2_000
/** Characters that a name keeps of its ending, such as `.jpeg`. */
const maxEnding = 16

/** Joiners and variation selectors belong to emoji and to words in some scripts. */
const joiners = /\u200c|\u200d|\ufe0e|\ufe0f/
const invisible = /[\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Cuts the middle of a long name, so that its ending still says what kind of file it is. */
function shorten(name: string): string {
  const characters = [...name]
  if (name.length <= maxFileName) return name
  const dot = characters.lastIndexOf('.')
  const ending = dot > 0 && characters.length - dot <= maxEnding ? characters.slice(dot).join('') : ''
  let kept = ''
  for (const character of characters) {
    if (kept.length + character.length + ending.length > maxFileName) break
    kept += character
  }
  return kept.trimEnd() + ending
}

/** A name in one line without control, direction and other invisible characters; undefined if nothing visible is left. */
function cleanName(text: string): string | undefined {
  const name = shorten(
    normalizeText(text.slice(0, mostRead), 'NFC')
      .replace(/[\p{Cc}\p{Z}\s]+/gu, ' ')
      .replace(invisible, (character) => (joiners.test(character) ? character : ''))
      .trim(),
  )
  return visible.test(name) && !/^\.+$/.test(name) ? name : undefined
}

/** The name of an uploaded file: the last part of the path that the browser or the program sent, cleaned. */
export const nameUploadedFile = (path: string): string | undefined =>
  cleanName(path.slice(-mostRead).split(/[\\/]/).at(-1) ?? '')

/** The name that a person gives a file. A slash becomes a hyphen, because it would be a folder on the reader's disk. */
export const FileName = z
  .string()
  .max(mostRead)
  .overwrite((name) => cleanName(name.replace(/[\\/]/g, '-')) ?? '')
  .min(1, 'A name is needed')
