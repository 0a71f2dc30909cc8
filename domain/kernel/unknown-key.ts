/** What needs a master key that this process does not know; another one that knows it would do the same work. */
export class UnknownKeyError extends Error {
  override readonly name = 'UnknownKeyError'
}
