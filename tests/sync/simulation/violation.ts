/** A broken promise of the engine; `promise` is its number in the design's list, or names a rule of the floor. */
export class Violation extends Error {
  readonly promise: number | 'floor' | 'counter'

  constructor(promise: number | 'floor' | 'counter', message: string) {
    super(`promise ${promise}: ${message}`)
    this.name = 'Violation'
    this.promise = promise
  }
}

/** A broken rule of the floor. */
export function broken(message: string): Violation {
  return new Violation('floor', message)
}
