/** What clients sent, and how often the platform has it. */
export interface Account {
  /** What is counted, for example `cards`. */
  readonly name: string
  /** The ids that the platform has acknowledged. */
  readonly acknowledged: readonly string[]
  /** The ids without an acknowledgement. The platform may have them, but only once. */
  readonly unknown: readonly string[]
  /** How often the platform has each id. */
  readonly found: ReadonlyMap<string, number>
}

/** The balance of an account. It balances if nothing is lost or doubled. */
export interface Balance {
  readonly name: string
  readonly acknowledged: number
  /** Ids without an acknowledgement that the platform has all the same. */
  readonly unknownFound: number
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
}

/** Compares what was acknowledged with what the platform has. */
export function balance({ name, acknowledged, unknown, found }: Account): Balance {
  const count = (id: string): number => found.get(id) ?? 0
  return {
    name,
    acknowledged: acknowledged.length,
    unknownFound: unknown.filter((id) => count(id) > 0).length,
    lost: acknowledged.filter((id) => count(id) === 0),
    doubled: [...acknowledged, ...unknown].filter((id) => count(id) > 1),
  }
}

/** True if nothing is lost or doubled. */
export const isBalanced = ({ lost, doubled }: Balance): boolean =>
  lost.length === 0 && doubled.length === 0
