/**
 * The exposure of a value (docs/configuration.md): a `secret` is never exposed and
 * never logged, an `identifier` is a non-secret id or internal address, a `public` value is safe to expose.
 */
export type VariableKind = 'secret' | 'identifier' | 'public'

/** The environment as it is handed in; only a service's `main.ts` has the real one. */
export type Env = Readonly<Record<string, string | undefined>>

interface Described {
  readonly kind: VariableKind
  /** The purpose of the variable, in one or two sentences. */
  readonly about: string
  /** The consequence of leaving it unset, where there is one. */
  readonly whenUnset?: string
  /** The value while unset, with other variables in it: `{API_URL}/callback`, or `{DASHBOARD_URL:hostname}`. */
  readonly derived?: string
  /** Another name under which the value may be set; this one wins. */
  readonly alias?: string
  /** Must be set at boot. */
  readonly required?: true
  /** Must be set at boot unless this other variable is. */
  readonly requiredUnless?: string
  /** Must be set at boot although no code reads it; left out of the configuration object. */
  readonly unread?: true
  /** A malformed value silently falls back to the default instead of failing the boot. */
  readonly lenient?: true
}

interface Valued<Type extends string, Value> extends Described {
  readonly type: Type
  readonly default?: Value
  /** Takes the default's place when `NODE_ENV` is `production`. */
  readonly inProduction?: Value
}

type NumberType = 'port' | 'count' | 'days' | 'amount'
type ListType = 'list' | 'emails' | 'urls' | 'networks'

/** One row of a table. `type` decides how the text is parsed and what the configuration object holds. */
export type Variable =
  | Valued<'text' | 'email' | 'url' | 'key' | 'baseUrl' | 'databaseUrl' | 'natsUrl', string>
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

/** The parsed environment, keyed by the variables' names. `explicit` holds the names that were set. */
export type Config<Table extends VariableTable> = {
  readonly [N in keyof Table as Table[N] extends { readonly unread: true } ? never : N]: ValueOf<Table[N]>
} & { readonly explicit: ReadonlySet<string> }
