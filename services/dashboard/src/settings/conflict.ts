/** What a field says when its setting got another value while somebody typed. */
export const describeConflict = (value: string): string =>
  value === ''
    ? 'Somebody emptied this meanwhile. Save again to replace it.'
    : `Somebody changed this to “${value}” meanwhile. Save again to replace it.`
