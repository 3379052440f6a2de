/**
 * A map that knows what may have changed in it: an object can only be changed by who has taken it out. Begins empty.
 */
export class TrackedMap<V> extends Map<string, V> {
  readonly #touched = new Set<string>()

  override get(key: string): V | undefined {
    this.#touched.add(key)
    return super.get(key)
  }

  override set(key: string, value: V): this {
    this.#touched.add(key)
    return super.set(key, value)
  }

  override delete(key: string): boolean {
    this.#touched.add(key)
    return super.delete(key)
  }

  /** Every key touched since this was last asked, with what is there now. */
  takeTouched(): Array<[string, V | undefined]> {
    const taken = [...this.#touched].map((key): [string, V | undefined] => [key, super.get(key)])
    this.#touched.clear()
    return taken
  }
}
