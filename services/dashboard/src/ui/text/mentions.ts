/** A member who can be mentioned. */
interface Mentioned {
  readonly userId: string
  readonly name: string
}

const markup = /@\[([^[\]\n]{1,200})\]\((usr_[0-9A-Za-z]{1,64})\)/g
const typed = /(?:^|[\s(])@([\p{L}\p{N}'’.-]{0,40})$/u

/** Returns what was typed after `@` before the caret. Undefined if no mention is being typed. */
export const findTypedMention = (beforeCaret: string): string | undefined =>
  typed.exec(beforeCaret.slice(-60))?.[1]

/** Replaces each `@Name` of a member by the markup of a mention. Of two members with one name, the first counts. */
export function writeMentions(text: string, members: readonly Mentioned[]): string {
  const byLength = members
    .map(({ userId, name }) => ({ userId, name: name.replace(/[[\]\n]/g, ' ').trim() }))
    .filter(({ name }) => name !== '')
    .sort((a, b) => b.name.length - a.name.length)
  let rest = text
  let written = ''
  for (;;) {
    const at = rest.indexOf('@')
    if (at === -1) return written + rest
    const after = rest.slice(at + 1)
    const member = byLength.find(
      ({ name }) => after.startsWith(name) && !/^[\p{L}\p{N}]/u.test(after.slice(name.length)),
    )
    const length = member === undefined ? 0 : member.name.length
    written += rest.slice(0, at)
    written += member === undefined ? '@' : `@[${member.name}](${member.userId})`
    rest = after.slice(length)
  }
}

/** Splits an entry into its texts and the names that it mentions. */
export function splitMentions(body: string): { text: string; isMention: boolean }[] {
  const parts: { text: string; isMention: boolean }[] = []
  let end = 0
  for (const match of body.matchAll(markup)) {
    parts.push({ text: body.slice(end, match.index), isMention: false })
    parts.push({ text: `@${match[1]}`, isMention: true })
    end = match.index + match[0].length
  }
  return [...parts, { text: body.slice(end), isMention: false }].filter(({ text }) => text !== '')
}
