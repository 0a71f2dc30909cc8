import type { FieldFault } from '#domain/customer/customer.ts'

let given: readonly FieldFault[] = []

/** Hands the form what the server found wrong with it. */
export function giveFaults(faults: readonly FieldFault[]): void {
  given = faults
}

/** Takes what the server found, once. */
export function takeGivenFaults(): readonly FieldFault[] {
  const taken = given
  given = []
  return taken
}
