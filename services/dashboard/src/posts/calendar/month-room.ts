const weekdaysHeight = 32
// The day number above the posts and the margin below them.
const dayHeight = 30
const postHeight = 35
const leastPosts = 2

/** Returns how many posts one day of the month view can show. `gridHeight` is in pixels. */
export const postsPerDay = (gridHeight: number, weeks: number): number =>
  Math.max(leastPosts, Math.floor(((gridHeight - weekdaysHeight) / weeks - dayHeight) / postHeight))
