const weekdaysHeight = 32
// The number of the day above its posts, and the margin below them.
const dayHeight = 30
const postHeight = 35
const leastPosts = 2

/** The number of posts that a day of a month shows, for a height of the grid of its weeks in pixels. */
export const postsPerDay = (gridHeight: number, weeks: number): number =>
  Math.max(leastPosts, Math.floor(((gridHeight - weekdaysHeight) / weeks - dayHeight) / postHeight))
