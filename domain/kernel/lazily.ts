/** Makes a value when it is first asked for: a start does not pay for what no screen of it asks. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
