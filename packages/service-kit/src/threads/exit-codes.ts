/** Exit codes of a process that runs a thread: the thread ran out of memory, or ended. */
export const exitCodes = { memory: 3, lost: 4 } as const
