/**
 * How far a value may be exposed (docs/configuration.md). A `secret` is never exposed or logged, an
 * `identifier` is a non-secret id or internal address, and a `public` value is safe to expose.
 */
export type VariableKind = 'secret' | 'identifier' | 'public'

/** The caller's environment. Only a service's `main.ts` has the real one. */
export type Env = Readonly<Record<string, string | undefined>>

interface Described {
  readonly kind: VariableKind
  /** What the variable is for, in one or two sentences. */
  readonly about: string
  /** What happens if it is unset. */
  readonly whenUnset?: string
  /**
   * The default, built from other variables: `{API_URL}/callback` or `{DASHBOARD_URL:hostname}`.
   */
  readonly derived?: string
  /** Another accepted name. If both are set, this one wins. */
  readonly alias?: string
  readonly required?: true
  /** Must be set at boot unless this other variable is. */
  readonly requiredUnless?: string
  /** Must be set at boot although no code reads it. It is left out of the configuration object. */
  readonly unread?: true
  /** A malformed value falls back silently to the default instead of failing the boot. */
  readonly lenient?: true
}

interface Valued<Type extends string, Value> extends Described {
  readonly type: Type
  readonly default?: Value
  /** Replaces the default if `NODE_ENV` is `production`. */
  readonly inProduction?: Value
}

type NumberType = 'port' | 'count' | 'days' | 'amount'
type ListType = 'list' | 'emails' | 'urls' | 'networks'

/** One row of a table. `type` decides how the text is parsed and what the configuration object holds. */
export type Variable =
  | Valued<
      'text' | 'email' | 'url' | 'key' | 'baseUrl' | 'databaseUrl' | 'smtpUrl' | 'natsUrl',
      string
    >
  | Valued<NumberType, number>
  | Valued<'boolean', boolean>
  | Valued<ListType, readonly string[]>
  | (Valued<'choice', string> & { readonly choices: readonly string[] })

export type VariableTable = Readonly<Record<string, Variable>>

type Parsed<V extends Variable> = V extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : V['type'] extends NumberType
    ? number
    : V['type'] extends 'boolean'
      ? boolean
      : V['type'] extends ListType
        ? readonly string[]
        : string

type AlwaysPresent =
  | { readonly required: true }
  | { readonly default: unknown }
  | { readonly derived: string }

type ValueOf<V extends Variable> = V extends AlwaysPresent ? Parsed<V> : Parsed<V> | undefined

/** The parsed environment, keyed by variable name. `explicit` holds the names that were set. */
export type Config<Table extends VariableTable> = {
  readonly [N in keyof Table as Table[N] extends { readonly unread: true } ? never : N]: ValueOf<
    Table[N]
  >
} & { readonly explicit: ReadonlySet<string> }
