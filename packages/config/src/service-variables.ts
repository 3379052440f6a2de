import { type SharedTable, sharedVariables } from './shared-variables.ts'
import type { Config, VariableTable } from './variable.ts'

/** The services; each speaks for its own integrations at boot. */
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

/** A line `[subsystem] X not set - Y unavailable`: `missing` are the names X, `feature` is Y. */
export interface Warning {
  readonly subsystem: string
  readonly missing: string[]
  readonly feature: string
}

/** Something optional that is dormant while one of `needs` is unset or has no effective value. */
export interface Integration {
  readonly id: string
  readonly subsystem: string
  /** The feature that is unavailable while it is dormant; completes "… unavailable". */
  readonly feature: string
  readonly needs: readonly string[]
  /** By name, the values that count as set; any value of a variable that is not listed. A false flag never counts. */
  readonly accepts?: Readonly<Record<string, readonly string[]>>
}

/** The names that a combination of values lacks, and its contradictions as sentences without values. */
export interface Problems {
  readonly missing?: readonly string[]
  readonly conflicts?: readonly string[]
}

/** The configuration of every service. */
export type SharedConfig = Config<SharedTable>

/** A table of variables, and the rules about their values. `Values` is the configuration that it parses to. */
export interface Variables<Values> {
  readonly table: VariableTable
  readonly integrations: readonly Integration[]
  /** Rules that span several variables and fail the boot. Values may be missing while it runs. */
  check(config: Values): Problems
  /** Warnings beside those of dormant integrations. Values may be missing while it runs. */
  warnings(config: Values): readonly Warning[]
}

/** The variables that one service reads: its own rows after those that every service reads. */
export interface ServiceVariables<Values> extends Variables<Values> {
  readonly owner: Owner
}

/** The configuration that variables parse to. */
export type ConfigOf<Declared> = Declared extends Variables<infer Values> ? Values : never

/** Declares the variables of a service; those that every service reads are added. */
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

/** The variables of several services as one table, for what concerns the platform as a whole. */
export function mergeVariables<const Service extends ServiceVariables<never>, More extends VariableTable>(
  services: readonly Service[],
  further: More,
): Variables<Intersection<ConfigOf<Service>> & Config<More>> {
  return {
    table: Object.assign({}, ...services.map(({ table }) => table), further),
    integrations: services.flatMap(({ integrations }) => integrations),
    check(config) {
      const problems = services.map((service) => service.check(config as never))
      // Services that read the same variables find the same problems.
      return {
        missing: [...new Set(problems.flatMap(({ missing = [] }) => missing))],
        conflicts: [...new Set(problems.flatMap(({ conflicts = [] }) => conflicts))],
      }
    },
    warnings: (config) => services.flatMap((service) => service.warnings(config as never)),
  }
}
