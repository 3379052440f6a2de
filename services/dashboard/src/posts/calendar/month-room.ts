const weekdaysHeight = 32
// The number of the day above its posts, and the margin below them.
const dayHeight = 30
const postHeight = 35
const leastPosts = 2

/** How many posts a day of a month shows, where the grid of its weeks has a height in pixels. */
export const postsPerDay = (gridHeight: number, weeks: number): number =>
  Math.max(leastPosts, Math.floor(((gridHeight - weekdaysHeight) / weeks - dayHeight) / postHeight))
