import type { Config, VariableTable } from '../variable.ts'
import { type SharedTable, sharedVariables } from './shared-variables.ts'

/** The services. Each one logs its own integrations at boot. */
export type Owner =
  | 'gateway'
  | 'identity'
  | 'assets'
  | 'board'
  | 'connect'
  | 'invoicing'
  | 'workflow'
  | 'mcp'
  | 'dashboard'

/**
 * A line `[subsystem] X not set - Y unavailable`. `missing` holds the names X, and `feature` is Y.
 */
export interface Warning {
  readonly subsystem: string
  readonly missing: string[]
  readonly feature: string
}

/**
 * An optional integration. It is dormant while one of `needs` is unset or has no effective value,
 * unless `instead` is set.
 */
export interface Integration {
  readonly id: string
  readonly subsystem: string
  /** The unavailable feature while the integration is dormant. It completes "… unavailable". */
  readonly feature: string
  readonly needs: readonly string[]
  /** Another variable that enables the feature on its own. */
  readonly instead?: string
  /**
   * The values that count as set, by variable name. For variables that are not listed, any value
   * counts. A false flag never counts.
   */
  readonly accepts?: Readonly<Record<string, readonly string[]>>
}

/**
 * Missing names and contradictions for a combination of values. The contradictions are sentences
 * without values.
 */
export interface Problems {
  readonly missing?: readonly string[]
  readonly conflicts?: readonly string[]
}

/** The configuration for every service. */
export type SharedConfig = Config<SharedTable>

/** A table of variables with the rules about their values. `Values` is the parsed configuration. */
export interface Variables<Values> {
  readonly table: VariableTable
  readonly integrations: readonly Integration[]
  /**
   * Checks rules across several variables. A broken rule fails the boot. Values may be missing when
   * it runs.
   */
  check(config: Values): Problems
  /**
   * Returns warnings other than those about dormant integrations. Values may be missing when it
   * runs.
   */
  warnings(config: Values): readonly Warning[]
}

/** The variables of one service: the shared rows first, then its own. */
export interface ServiceVariables<Values> extends Variables<Values> {
  readonly owner: Owner
}

/** The parsed configuration for a set of variables. */
export type ConfigOf<Declared> = Declared extends Variables<infer Values> ? Values : never

/** Declares a service's variables and adds the shared ones. */
export function defineVariables<const Own extends VariableTable>(declaration: {
  readonly owner: Owner
  readonly table: Own
  readonly integrations?: readonly Integration[]
  check?(config: Config<SharedTable & Own>): Problems
  warnings?(config: Config<SharedTable & Own>): readonly Warning[]
}): ServiceVariables<Config<SharedTable & Own>> {
  return {
    integrations: [],
    check: () => ({}),
    warnings: () => [],
    ...declaration,
    table: { ...sharedVariables, ...declaration.table },
  }
}

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  member: infer All,
) => void
  ? All
  : never

/** Merges the variables of several services into one table, for platform-wide checks. */
export function mergeVariables<
  const Service extends ServiceVariables<never>,
  More extends VariableTable,
>(
  services: readonly Service[],
  further: More,
): Variables<Intersection<ConfigOf<Service>> & Config<More>> {
  return {
    table: Object.assign({}, ...services.map(({ table }) => table), further),
    integrations: services.flatMap(({ integrations }) => integrations),
    check(config) {
      const problems = services.map((service) => service.check(config as never))
      // If services read the same variables, they find the same problems, so remove duplicates.
      return {
        missing: [...new Set(problems.flatMap(({ missing = [] }) => missing))],
        conflicts: [...new Set(problems.flatMap(({ conflicts = [] }) => conflicts))],
      }
    },
    warnings: (config) => services.flatMap((service) => service.warnings(config as never)),
  }
}
