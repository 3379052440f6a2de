/** A map that tracks possible changes. An object changes only after it was taken out. */
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

  /** Returns every key touched since the last call, with its current value. */
  takeTouched(): Array<[string, V | undefined]> {
    const taken = [...this.#touched].map((key): [string, V | undefined] => [key, super.get(key)])
    this.#touched.clear()
    return taken
  }
}
