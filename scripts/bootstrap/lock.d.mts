/** Takes a lock file for this process, unless a living process holds it. */
export function takeLock(
  path: string,
): Promise<
  { release: () => Promise<void>; heldBy?: undefined } | { heldBy: number; release?: undefined }
>
