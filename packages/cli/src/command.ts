/** The environment, input and output of a command. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Writes one line of the result. */
  write(line: string): void
  /** Writes one line about the work: progress, a warning, an error. */
  error(line: string): void
  /** Aborts when the user stops the command. */
  readonly signal?: AbortSignal
  /** Standard input, unread. */
  readonly input?: AsyncIterable<Uint8Array | string>
  /** True if a person types on standard input. */
  readonly asksPerson?: boolean
  /** Writes bytes of the result. Resolves when more can be written. */
  writeBytes?(bytes: Uint8Array): Promise<void>
  /** Draws a line over the previous one if a terminal shows it. An empty line removes it. */
  progress?(line: string): void
  /** Columns of the terminal. Undefined if a program reads the result. */
  readonly columns?: number
  /** Opens a URL in the user's browser. Resolves to false if there is none. */
  openBrowser?(url: string): Promise<boolean>
}

/**
 * A wrong call or an unmet precondition. The command line prints only the message and exits with 2.
 */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Returns call options. They end the call when the user stops the command. */
export const untilStopped = ({ signal }: Pick<CommandIo, 'signal'>): { signal?: AbortSignal } =>
  signal === undefined ? {} : { signal }

/** The exit codes of the command line (docs/reference/command-line.md). */
export const exitCodes = {
  done: 0,
  failed: 1,
  calledWrongly: 2,
  refused: 3,
  unreachable: 4,
  stopped: 130,
} as const

export interface CommandOption {
  readonly type: 'string' | 'boolean'
  /** The value's name in the usage, for example `id`. */
  readonly value?: string
  readonly about: string
  readonly multiple?: true
  /** Set if a call without this option is wrong. */
  readonly required?: true
}

export type CommandOptions = Readonly<Record<string, CommandOption>>

/** The parsed flags for a command's options. */
export type FlagsOf<O extends CommandOptions> = {
  [K in keyof O]?:
    | (O[K]['type'] extends 'boolean'
        ? boolean
        : O[K] extends { multiple: true }
          ? string[]
          : string)
    | undefined
}

/** Flags with a text, and switches without a value. */
export type Flags<Text extends string, Switch extends string = never> = {
  readonly [K in Text]?: string | undefined
} & { readonly [K in Switch]?: boolean | undefined }

/** Declares an option with a text. `value` is its name in the usage. */
export const text = (value: string, about: string) => ({ type: 'string', value, about }) as const

/** Declares a required text option. */
export const requiredText = (value: string, about: string) =>
  ({ ...text(value, about), required: true }) as const

/** Declares a repeatable text option. */
export const texts = (value: string, about: string) =>
  ({ ...text(value, about), multiple: true }) as const

/** Declares an option without a value. */
export const flag = (about: string) => ({ type: 'boolean', about }) as const

/** True if everything was done, false if not, or an exit code. */
export type CommandResult = boolean | number

export interface Command {
  /** The words after `atrium`. */
  readonly name: string
  readonly summary: string
  /** The usage page with this command. */
  readonly for: 'people' | 'operators' | 'agents'
  /**
   * The operands in order, as `<id>`, or as `[file]` if optional. After an optional operand every
   * operand is optional.
   */
  readonly operands?: readonly string[]
  readonly options?: CommandOptions
  /** Loads the command's code. Only called when this command runs. */
  load(): Promise<(flags: never, io: CommandIo, ...operands: string[]) => Promise<CommandResult>>
}

/**
 * Declares commands for one page of the usage. Each command's code receives the flags of its
 * options.
 */
export const commandFor =
  (audience: Command['for']) =>
  <const O extends CommandOptions = Record<never, never>>(
    command: Omit<Command, 'for' | 'options' | 'load'> & {
      options?: O
      load(): Promise<
        (flags: FlagsOf<O>, io: CommandIo, ...operands: string[]) => Promise<CommandResult>
      >
    },
  ): Command => ({ ...(command as Omit<Command, 'for'>), for: audience })
