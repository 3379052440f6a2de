/** Returns the error text for a setting that somebody else changed while the user was typing. */
export const describeConflict = (value: string): string =>
  value === ''
    ? 'Somebody emptied this meanwhile. Save again to replace it.'
    : `Somebody changed this to “${value}” meanwhile. Save again to replace it.`
