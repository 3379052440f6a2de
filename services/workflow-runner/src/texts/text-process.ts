/** The most processes of one text reader and its memory. A container must fit it. */
export const textProcesses = { most: 1, memoryLimit: 700_000_000 } as const
