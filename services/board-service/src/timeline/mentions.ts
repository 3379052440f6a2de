const mention = /@\[([^[\]\n]{1,200})\]\((usr_[0-9A-Za-z]{1,64})\)/g
const mostMentioned = 50
const longestText = 500

/**
 * Returns the users whom an entry mentions as `@[Name](usr_…)`, each once and at most 50, and the
 * beginning of the entry with their names only.
 */
export function readMentions(body: string): { userIds: string[]; text: string } {
  const userIds = new Set<string>()
  for (const [, , userId = ''] of body.matchAll(mention)) {
    userIds.add(userId)
    if (userIds.size === mostMentioned) break
  }
  return { userIds: [...userIds], text: body.replace(mention, '@$1').slice(0, longestText) }
}
