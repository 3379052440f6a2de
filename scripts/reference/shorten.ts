const longestText = 400
const longestPage = 2
const longestList = 5

/**
 * Returns a value shortened to two records per page, five elements in other lists, and 400
 * characters per text.
 */
export function shortened(value: unknown, name = ''): unknown {
  if (typeof value === 'string')
    return value.length > longestText ? `${value.slice(0, longestText)}…` : value
  if (Array.isArray(value)) {
    return value
      .slice(0, name === 'items' ? longestPage : longestList)
      .map((each) => shortened(each))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, shortened(member, key)]),
  )
}
